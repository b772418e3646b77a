import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { type ReactNode, useState } from 'react'
import list from '../../../lists/endless-list.module.css'
import styles from './earlier-blood-requests.module.css'

type Props = {
  bloodRequests: BloodRequest[]
  /** How many there are, with those that are not loaded yet. */
  total: number
  /** Whether there is an active request: otherwise these are unfolded. */
  hasActive: boolean
  /** Whether no request stands above these. */
  isAlone: boolean
  children: (bloodRequest: BloodRequest) => ReactNode
}

/**
 * The actor's closed requests, folded if there is an active one. They are not unfolded when that closes, as it stays in its
 * place, and what is below would move. Their cards are rendered when they are unfolded.
 */
export function EarlierBloodRequests({ bloodRequests, total, hasActive, isAlone, children }: Props) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [startsOpen] = useState(!hasActive)
  const isOpen = chosen ?? (startsOpen || isAlone)
  return (
    <details className={styles.folded} open={isOpen} onToggle={event => setChosen(event.currentTarget.open)}>
      <summary>
        <h3>{`Earlier requests (${total})`}</h3>
      </summary>
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
