import type { ReactNode } from 'react'
import styles from './stack.module.css'

/** Lays out its children with even gaps: stacked, or as a wrapping `row`. */
export function Stack({ row = false, children }: { row?: boolean; children: ReactNode }) {
  return <div className={row ? styles.row : styles.stack}>{children}</div>
}
