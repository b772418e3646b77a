import { type ReactNode, useId } from 'react'
import styles from './record-sheet.module.css'

/** A part of a sheet with a heading of its own. */
export function SheetSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 className={styles.heading} id={id}>
        {title}
      </h3>
      {children}
    </section>
  )
}
