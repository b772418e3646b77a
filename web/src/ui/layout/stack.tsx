import type { ReactNode } from 'react'
import styles from './stack.module.css'

type Props = { row?: boolean; tight?: boolean; children: ReactNode }

/** Lays out its children with even gaps: stacked, `tight` as the lines of a cell, or as a wrapping `row`. */
export function Stack({ row = false, tight = false, children }: Props) {
  return <div className={row ? styles.row : tight ? styles.tight : styles.stack}>{children}</div>
}
