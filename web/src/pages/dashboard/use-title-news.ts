import { useEffect, useState } from 'react'

/** Whatever a person does on the page shows that they look at it. */
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'focus'] as const

/**
 * Says in the title of the document what has arrived while the page is open, for somebody who waits in another tab:
 * "(1) A donor can come". Once they are back, or do something on the page, the title is as before.
 * @param count how many there are, also those that were there before; undefined before that is known
 * @param describe the news about some that have arrived
 */
export function useTitleNews(count: number | undefined, describe: (arrived: number) => string): void {
  const [seen, setSeen] = useState(count)
  // During rendering: fewer than before are no news, but the next one is.
  if (count !== undefined && (seen === undefined || count < seen)) setSeen(count)
  const arrived = count === undefined || seen === undefined ? 0 : Math.max(0, count - seen)
  const title = arrived > 0 ? `(${arrived}) ${describe(arrived)}` : null

  useEffect(() => {
    if (title === null) return
    const before = document.title
    document.title = title
    const see = () => {
      if (!document.hidden) setSeen(count)
    }
    document.addEventListener('visibilitychange', see)
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, see)
    return () => {
      document.removeEventListener('visibilitychange', see)
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, see)
      // The title of another page stays.
      if (document.title === title) document.title = before
    }
  }, [title, count])
}
