import { type Donor, setOwnAvailability } from '@blood-bank/contract/donors/endpoints'
import { MAY_BE_ABLE } from '@blood-bank/contract/donors/fit-to-give'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../api/call.ts'
import { isRefused } from '../../api/explain-failure.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { refreshRecords } from '../../session/session.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import styles from './availability-switch.module.css'
import { setOwnDonor, UPDATE_FAILED } from './queries.ts'

/** Says whether the actor is available to donate. Saved at once; shown as changed while it is sent. */
export function AvailabilitySwitch({ donor }: { donor: Donor }) {
  const client = useQueryClient()
  const description = useId()
  const saving = useMutation({
    // One after the other, so that the last press counts.
    scope: { id: 'own-availability' },
    mutationFn: (isAvailable: boolean) => call(setOwnAvailability, { body: { isAvailable } }),
    onSuccess: changed => setOwnDonor(client, changed),
    // A refusal means that this page shows an outdated state.
    onError: error => void (isRefused(error) && refreshRecords(client)),
  })
  const isOn = saving.isPending ? saving.variables : donor.isAvailable
  // Also when the reply was lost, and the profile that was fetched then has the change.
  const isSaved = !saving.isPending && saving.variables === donor.isAvailable
  return (
    <Stack>
      <div>
        <Switch label="Available to donate" isOn={isOn} onChange={saving.mutate} describedBy={description} />
        <SmallPrint>
          <span id={description} className={styles.status} role="status">
            {saving.isPending ? 'Saving...' : `${isSaved ? 'Saved. ' : ''}${consequenceOf(donor)}`}
          </span>
        </SmallPrint>
      </div>
      <MutationNotice of={isSaved ? undefined : saving} failed={UPDATE_FAILED} />
    </Stack>
  )
}

function consequenceOf({ isAvailable, isProfileActive, eligibleFrom, plateletsFrom }: Donor) {
  if (!isAvailable) return "You don't appear in searches and get no alerts."
  if (!isProfileActive) return ''
  if (!eligibleFrom) return `${MAY_BE_ABLE}. You appear in searches.`
  // After a donation of blood platelets can be given sooner, and those who said so are asked for them.
  return eligibleFrom === plateletsFrom
    ? "We won't ask you until then."
    : "We won't ask you for blood until then."
}
