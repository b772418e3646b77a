import styles from './blood-group-badge.module.css'

/**
 * A blood group in a drop: full when Rh positive, hollow when negative, so that the two differ without colour and
 * from afar. What is drawn has a minus as wide as the plus; what is read, found and copied is the group's own text.
 */
export function BloodGroupBadge({ children: group }: { children: string }) {
  const isNegative = group.endsWith('-')
  return (
    <span className={styles.group} data-rh={isNegative ? 'negative' : 'positive'}>
      <span
        className={styles.drawn}
        data-letters={group.slice(0, -1)}
        data-sign={isNegative ? '−' : '+'}
        aria-hidden="true"
      />
      <span className={styles.read}>{group}</span>
    </span>
  )
}
