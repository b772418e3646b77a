import visuallyHidden from '../layout/visually-hidden.module.css'
import styles from './blood-group-badge.module.css'

/**
 * A blood group in a drop. A minus stands in a disc, so that it is not overlooked. Screen readers, find-in-page and copying use
 * the group's plain text.
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
      <span className={visuallyHidden.text}>{group}</span>
    </span>
  )
}
