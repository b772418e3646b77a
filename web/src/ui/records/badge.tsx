import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { BadgeIcon } from './badge-icon.tsx'
import { BloodGroupBadge } from './blood-group-badge.tsx'

export type BadgeTone = 'blood' | 'urgent' | 'moderate' | 'low' | 'good' | 'warning' | 'bad' | 'plain'

type Props = {
  /**
   * `blood` for a blood group, an urgency's own tone for an urgency; the others say how good the news is. The text must
   * say so, too.
   */
  tone?: BadgeTone
  children: ReactNode
}

/** A highlighted word: a blood group, an urgency, a status. */
export function Badge({ tone = 'plain', children }: Props) {
  if (tone === 'blood') return <BloodGroupBadge>{String(children)}</BloodGroupBadge>
  return (
    <span className={styles.badge} data-tone={tone}>
      <BadgeIcon tone={tone} />
      {children}
    </span>
  )
}
