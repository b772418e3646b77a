import type { ReactNode } from 'react'
import styles from './badge.module.css'

type Props = {
  /** `blood` for a blood group; the others say how good the news is. The words must say it, too. */
  tone?: 'blood' | 'good' | 'warning' | 'bad' | 'plain'
  children: ReactNode
}

/** A word that catches the eye: a blood group, a status. */
export function Badge({ tone = 'plain', children }: Props) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
