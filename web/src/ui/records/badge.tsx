import type { ReactNode } from 'react'
import visuallyHidden from '../layout/visually-hidden.module.css'
import styles from './badge.module.css'

type Props = {
  /**
   * `blood` for a blood group, an urgency's own tone for an urgency; the others say how good the news is. The text must
   * say so, too.
   */
  tone?: 'blood' | 'urgent' | 'moderate' | 'low' | 'good' | 'warning' | 'bad' | 'plain'
  children: ReactNode
}

/** A highlighted word: a blood group, an urgency, a status. */
export function Badge({ tone = 'plain', children }: Props) {
  if (tone === 'blood') return <BloodGroupBadge>{String(children)}</BloodGroupBadge>
  return (
    <span className={styles.badge} data-tone={tone}>
      <BadgeIcon tone={tone} />
      <span>{children}</span>
    </span>
  )
}

/**
 * A blood group in a drop. A minus stands in a disc, so that it is not overlooked. Screen readers, find-in-page and copying use
 * the group's plain text.
 */
function BloodGroupBadge({ children: group }: { children: string }) {
  const isNegative = group.endsWith('-')
  return (
    <span className={styles.group} data-rh={isNegative ? 'negative' : 'positive'}>
      <span
        className={styles.drawn}
        data-letters={group.slice(0, -1)}
        data-sign={isNegative ? '−' : '+'}
        aria-hidden="true"
      />
      <span className={visuallyHidden.text}>{group}</span>
    </span>
  )
}

/** Icon paths on a square of 16 units by tone, as not everybody can tell the colours apart. */
const ICON_PATHS: Record<string, string> = {
  urgent: 'M8 1.8 15 14H1zM8 6.2v3.6M8 11.9v.1',
  moderate: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13zM8 4.3V8l2.6 1.7',
  low: 'M2 3.5h12V14H2zM2 6.8h12M5.3 1.5v3M10.7 1.5v3',
  good: 'M2.8 8.6 6.4 12 13.2 4.4',
  warning: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13zM8 4.5v4M8 11.3v.1',
  bad: 'M4 4l8 8M12 4l-8 8',
}

/** The icon before the text of a badge: a warning sign, a clock, a calendar, a tick, a cross. */
const BadgeIcon = ({ tone }: { tone: string }) =>
  ICON_PATHS[tone] && (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={ICON_PATHS[tone]} />
    </svg>
  )
