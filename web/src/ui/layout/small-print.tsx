import type { ReactNode } from 'react'
import styles from './small-print.module.css'

/** Secondary text in a smaller size. */
export const SmallPrint = ({ children }: { children: ReactNode }) => <p className={styles.text}>{children}</p>
