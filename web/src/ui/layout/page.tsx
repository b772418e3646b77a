import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import styles from './page.module.css'
import { PageFrameContext } from './page-frame.tsx'

type Props = {
  /** The heading and the first part of the window's title. */
  title: string
  /** A sentence under the heading. */
  lead?: ReactNode
  /** `column` for forms and reading, `wide` for lists and tables. */
  width?: 'column' | 'wide'
  children: ReactNode
}

/** A page: its heading, its title, and the focus on the heading after a change of page. */
export function Page({ title, lead, width = 'column', children }: Props) {
  const heading = useArrival(title)
  return (
    <div className={styles.page} data-width={width}>
      <div>
        <h1 className={styles.heading} ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </div>
  )
}

/**
 * Sets the window's title ("<title> · <brand>"; the brand alone for an empty one) and, except on the first
 * page, moves the focus to the heading to which the given ref is tied and scrolls to the top, since without
 * a reload nothing else tells a screen reader that the page changed. Going back keeps the browser's scroll.
 */
export function useArrival(title: string) {
  const frame = useContext(PageFrameContext)
  const isReturn = useNavigationType() === 'POP'
  const heading = useRef<HTMLHeadingElement>(null)
  const brandName = frame?.brandName ?? ''

  useEffect(() => {
    document.title = [title, brandName].filter(Boolean).join(' · ')
  }, [title, brandName])

  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving happens once per page
  useEffect(() => {
    if (!frame) return
    if (!frame.isFirstPage.current) {
      heading.current?.focus({ preventScroll: true })
      if (!isReturn) window.scrollTo(0, 0)
    }
    frame.isFirstPage.current = false
  }, [])

  return heading
}
