import { type Donor, endOwnRest } from '@blood-bank/contract/donors/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { isRefused } from '../../../api/explain-failure.ts'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { AvailabilitySwitch } from '../../../features/donors/availability-switch.tsx'
import { setOwnDonor, UPDATE_FAILED } from '../../../features/donors/queries.ts'
import { refreshRecords } from '../../../session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
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

/** Ends a rest that the actor chose, or that followed after the hospital could not take them; nothing after a donation. */
function AskAgainButton({ donor: { eligibleFrom, restsUntil } }: { donor: Donor }) {
  const client = useQueryClient()
  const ending = useMutation({
    mutationFn: () => call(endOwnRest, {}),
    onSuccess: changed => setOwnDonor(client, changed),
    // A refusal means that this page shows an outdated state.
    onError: error => void (isRefused(error) && refreshRecords(client)),
  })
  if (eligibleFrom === null || eligibleFrom !== restsUntil) return null
  return (
    <>
      <Button variant="quiet" isBusy={ending.isPending} onClick={() => ending.mutate()}>
        Ask me again now
      </Button>
      <MutationNotice of={ending} failed={UPDATE_FAILED} />
    </>
  )
}
