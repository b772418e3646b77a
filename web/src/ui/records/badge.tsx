import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { BadgeMark } from './badge-mark.tsx'
import { BloodGroupBadge } from './blood-group-badge.tsx'

export type BadgeTone = 'blood' | 'urgent' | 'moderate' | 'low' | 'good' | 'warning' | 'bad' | 'plain'

type Props = {
  /**
   * `blood` for a blood group, an urgency for an urgency; the others say how good the news is. The words must
   * say it, too.
   */
  tone?: BadgeTone
  children: ReactNode
}

/** A word that catches the eye: a blood group, an urgency, a status. */
export function Badge({ tone = 'plain', children }: Props) {
  if (tone === 'blood') return <BloodGroupBadge>{String(children)}</BloodGroupBadge>
  return (
    <span className={styles.badge} data-tone={tone}>
      <BadgeMark tone={tone} />
      {children}
    </span>
  )
}
