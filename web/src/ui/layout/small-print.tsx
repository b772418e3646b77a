import type { ReactNode } from 'react'
import styles from './small-print.module.css'

/** Secondary text in a smaller size. With an id it can describe a control. */
export const SmallPrint = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p className={styles.text} id={id}>
    {children}
  </p>
)
