import type { ReactNode } from 'react'
import { usePageHeading } from '../../ui/layout/page.tsx'
import styles from './admin-page.module.css'

type Props = {
  title: string
  /** A sentence under the heading. */
  lead?: string
  children: ReactNode
}

/** A page of the admin area. It fills the window beside the sidebar, so that a long table scrolls inside it. */
export function AdminPage({ title, lead, children }: Props) {
  const heading = usePageHeading(title)
  return (
    <div className={styles.page} data-fills-window>
      <h1 className={styles.heading} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
  )
}
