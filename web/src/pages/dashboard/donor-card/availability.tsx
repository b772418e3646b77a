import type { Donor } from '@blood-bank/contract/donors/endpoints'
import { AskAgainButton } from '../../../features/donors/ask-again-button.tsx'
import { AvailabilitySwitch } from '../../../features/donors/availability-switch.tsx'
import type { Given } from '../donations/queries.ts'
import styles from './donor-card.module.css'
import { describeAvailability } from './facts.ts'

/** How often the actor gave and when they can give again, with the switch: said once on the page. */
export function Availability({ donor, given }: { donor: Donor; given: Given }) {
  const state = describeAvailability(donor, given)
  return (
    <div>
      {state && <p className={styles.state}>{state}</p>}
      <AvailabilitySwitch donor={donor} />
      <AskAgainButton donor={donor} />
    </div>
  )
}
