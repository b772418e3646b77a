import type { ReactNode } from 'react'
import styles from './waiting.module.css'

/** A loading message (role status). */
export function Waiting({ children = 'Loading...' }: { children?: ReactNode }) {
  return (
    <div className={styles.waiting} role="status" data-waiting>
      {children}
    </div>
  )
}
