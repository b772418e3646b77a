import type { BloodRequest } from '@blood-bank/contract/blood-requests'
import { type ReactNode, useState } from 'react'
import list from '../../../lists/endless-list.module.css'
import styles from './earlier-blood-requests.module.css'

type Props = {
  bloodRequests: BloodRequest[]
  /** How many there are, with those that are not loaded yet. */
  total: number
  children: (bloodRequest: BloodRequest) => ReactNode
}

/** The actor's closed requests, folded. Their cards are rendered when they are unfolded. */
export function EarlierBloodRequests({ bloodRequests, total, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.folded} onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary>Earlier ({total})</summary>
      {isOpen && (
        <ul className={list.part}>
          {bloodRequests.map(bloodRequest => (
            <li key={bloodRequest.id} className={list.record}>
              {children(bloodRequest)}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
