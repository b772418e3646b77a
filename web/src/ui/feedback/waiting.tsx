import type { ReactNode } from 'react'
import styles from './waiting.module.css'

/** Says that something is on its way (role status). */
export function Waiting({ children = 'Loading...' }: { children?: ReactNode }) {
  return (
    <div className={styles.waiting} role="status" data-waiting>
      {children}
    </div>
  )
}
