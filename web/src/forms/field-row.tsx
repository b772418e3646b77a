import type { ReactNode } from 'react'
import styles from './field-group.module.css'

/** Two short fields side by side. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <div className={styles.row}>{children}</div>
)
