import {
  type BloodRequest,
  STATUS_LABELS,
  URGENCY_LABELS,
} from '@blood-bank/contract/blood-requests/endpoints'
import type { ReactNode } from 'react'
import { Moment } from '../../../api/moment.tsx'
import { site } from '../../../api/site.ts'
import { describeUnits } from '../../../features/blood-requests/state.ts'
import { Facts } from '../../../ui/records/facts.tsx'
import { RelativeTime } from '../../../ui/records/relative-time.tsx'
import styles from './folded-facts.module.css'

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
  const { neededBy, additionalInfo } = bloodRequest
  return (
    <details className={styles.facts} onToggle={event => onToggle?.(event.currentTarget.open)}>
      <summary>{summary}</summary>
      <div className={styles.unfolded}>
        <Facts
          facts={{
            'Patient Name': bloodRequest.patientName,
            'Hospital Location': bloodRequest.hospitalLocation,
            'Units Required': bloodRequest.unitsRequired,
            Donations: describeUnits(bloodRequest),
            Urgency: URGENCY_LABELS[bloodRequest.urgency],
            Status: STATUS_LABELS[bloodRequest.status],
            'Contact Person': bloodRequest.contactPerson,
            'Contact Number': bloodRequest.contactNumber,
            Requested: <RelativeTime moment={bloodRequest.requestedAt} timeZone={site.timeZone} />,
            'Needed by': neededBy && <Moment at={neededBy} />,
          }}
        />
        {additionalInfo && <Facts facts={{ 'Additional Info': additionalInfo }} />}
        {children}
      </div>
    </details>
  )
}
