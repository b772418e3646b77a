import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useIsHydrated } from '../browser/after-hydration.tsx'
import styles from './page.module.css'
import { PageFrameContext } from './page-frame.tsx'

type Props = {
  /** The heading and the first part of the document title. */
  title: string
  /** A sentence under the heading. */
  lead?: ReactNode
  /** `column` for forms and text, `wide` for lists and tables. */
  width?: 'column' | 'wide'
  children?: ReactNode
}

/** A page with its heading and document title. After a change of page the heading gets the focus. */
export function Page({ title, lead, width = 'column', children }: Props) {
  const heading = usePageHeading(title)
  // What a link leads to must be there to receive the focus. The server does not know the hash.
  const isHydrated = useIsHydrated()
  const isInOrder = useLocation().hash === '' && isHydrated
  return (
    <div className={styles.page} data-width={width} data-in-order={isInOrder || undefined}>
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
 * Sets the document title ("<title> · <brand>"; the brand alone for an empty title). Except on the first page, also
 * moves the focus to the heading with the returned ref and scrolls to the top: without a reload nothing else tells
 * screen readers that the page changed. Going back keeps the scroll position. A link to a section of the page (a hash)
 * focuses the heading of that section instead.
 */
export function usePageHeading(title: string) {
  const frame = useContext(PageFrameContext)
  const { hash } = useLocation()
  const isHydrated = useIsHydrated()
  const heading = useRef<HTMLHeadingElement>(null)
  const brandName = frame?.brandName ?? ''

  useEffect(() => {
    document.title = [title, brandName].filter(Boolean).join(' · ')
  }, [title, brandName])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page, when its sections are there
  useEffect(() => {
    if (!frame || !isHydrated) return
    const section = hash === '' ? null : document.getElementById(hash.slice(1))
    if (section) {
      section.focus({ preventScroll: true })
      if (!frame.isReturn) section.scrollIntoView()
    } else if (!frame.isFirstPage.current) {
      heading.current?.focus({ preventScroll: true })
      if (!frame.isReturn) window.scrollTo(0, 0)
    }
    frame.isFirstPage.current = false
  }, [isHydrated])

  return heading
}
