import type { ReactNode } from 'react'
import { useContentPlaceholder, usePageHeading } from '../../ui/layout/page.tsx'
import styles from './admin-page.module.css'

/** A page of the admin area. It fills the window beside the sidebar, so that a long table scrolls inside it. */
export function AdminPage({ title, children }: { title: string; children: ReactNode }) {
  const placeholder = useContentPlaceholder()
  const heading = usePageHeading(title, { isComplete: placeholder === null })
  return (
    <div className={styles.page}>
      <h1 className={styles.heading} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {placeholder ?? children}
    </div>
  )
}
