import {
  type BloodRequest,
  STATUS_LABELS,
  URGENCY_LABELS,
} from '@blood-bank/contract/blood-requests/endpoints'
import type { ReactNode } from 'react'
import { BloodRequestFacts } from '../../../features/blood-requests/lists/blood-request-facts.tsx'
import styles from './own-request.module.css'

type Props = {
  bloodRequest: BloodRequest
  /** The line that stands for them. */
  summary: string
  onToggle?: (isOpen: boolean) => void
  /** Below the facts. */
  children?: ReactNode
}

/** What the owner entered, in one line that a press unfolds. */
export function FoldedFacts({ bloodRequest, summary, onToggle, children }: Props) {
  return (
    <details className={styles.facts} onToggle={event => onToggle?.(event.currentTarget.open)}>
      <summary>{summary}</summary>
      <div className={styles.unfolded}>
        <BloodRequestFacts
          bloodRequest={bloodRequest}
          more={{
            Urgency: URGENCY_LABELS[bloodRequest.urgency],
            Status: STATUS_LABELS[bloodRequest.status],
          }}
        />
        {children}
      </div>
    </details>
  )
}
