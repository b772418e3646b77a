import type { ReactNode } from 'react'
import { useArrival } from './page.tsx'
import styles from './screen.module.css'

/** A page beside a sidebar: it fills what the window leaves to it, so that a long table scrolls within. */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  const heading = useArrival(title)
  return (
    <div className={styles.screen}>
      <h1 className={styles.heading} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}
