import type { ReactNode } from 'react'
import styles from './small-print.module.css'

/** What should be there to read, and not be in the way. */
export const SmallPrint = ({ children }: { children: ReactNode }) => <p className={styles.text}>{children}</p>
