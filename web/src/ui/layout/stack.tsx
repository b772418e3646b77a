import type { ReactNode } from 'react'
import styles from './stack.module.css'

/** Its children with even room between them: below each other, or as a `row` that wraps. */
export function Stack({ row = false, children }: { row?: boolean; children: ReactNode }) {
  return <div className={row ? styles.row : styles.stack}>{children}</div>
}
