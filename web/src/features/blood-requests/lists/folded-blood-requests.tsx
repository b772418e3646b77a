import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { type ReactNode, useState } from 'react'
import list from '../../../lists/endless-list.module.css'
import styles from './folded-blood-requests.module.css'

type Props = {
  /** With how many there are, also of those that are not loaded yet. */
  title: string
  bloodRequests: BloodRequest[]
  startsOpen: boolean
  /** Whether no request stands above these. */
  isAlone: boolean
  children: (bloodRequest: BloodRequest) => ReactNode
}

/**
 * Requests that matter less than those above. They are not unfolded when the last one above closes, as it stays in its
 * place, and what is below would move. Their cards are rendered when they are unfolded.
 */
export function FoldedBloodRequests({ title, bloodRequests, isAlone, children, ...props }: Props) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [startsOpen] = useState(props.startsOpen)
  const isOpen = chosen ?? (startsOpen || isAlone)
  return (
    <details className={styles.folded} open={isOpen} onToggle={event => setChosen(event.currentTarget.open)}>
      <summary>
        <h3>{title}</h3>
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
