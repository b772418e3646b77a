import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { Overview } from '@blood-bank/contract/site/overview'
import visuallyHidden from '../../ui/layout/visually-hidden.module.css'
import { formatCount } from '../../ui/records/counts.ts'
import styles from './admin-layout.module.css'
import { useOverview } from './use-overview.ts'

type Props = {
  /** For `aria-describedby` of the entry. */
  id: string
  countOf: (counts: Overview) => number
  /** What is counted: "to verify". */
  what: string
}

/** How much waits for an admin behind an entry of the sidebar; nothing while that is zero or unknown. */
export function ToDoCount({ id, countOf, what }: Props) {
  // The sidebar loads this after the page, which may have fetched the counts by then.
  const { data: counts } = useOverview({ staleTime: MINUTE_MS })
  const count = counts ? countOf(counts) : 0
  if (count === 0) return null
  return (
    <span id={id} className={styles.count}>
      <span>{formatCount(count)}</span> <span className={visuallyHidden.text}>{what}</span>
    </span>
  )
}
