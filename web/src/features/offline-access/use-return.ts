import { useEffect } from 'react'

const ASK_AGAIN_MS = 15_000

/** Fetches a query again and again, and at once when the browser says that the line is back: it may be wrong. */
export function useReturn(refetch: (options: { cancelRefetch: boolean }) => unknown): void {
  useEffect(() => {
    const askAgain = () => refetch({ cancelRefetch: false })
    const tryAgain = () => refetch({ cancelRefetch: true })
    const timer = setInterval(askAgain, ASK_AGAIN_MS)
    window.addEventListener('online', tryAgain)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', tryAgain)
    }
  }, [refetch])
}
