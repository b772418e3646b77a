import type { DonorRecord } from '@blood-bank/contract/donors/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explainFailure, isRefused } from '../../api/explain-failure.ts'
import type { ChangingVariables } from '../../lists/changes/optimistic-list.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { type DonorProblem, FLAGS, type Flag, type Verified } from './flags.ts'
import { DONOR_LISTING, refreshDonorListing, updateCachedDonors } from './queries.ts'

type Props = {
  donor: DonorRecord
  flag: Flag
  /** Called with a failure, and with null when the next attempt starts. */
  onProblem: (problem: DonorProblem | null) => void
  /** Called with a donor who was verified, and with null when one was unverified. */
  onVerified?: (verified: Verified | null) => void
  /** Id of the donor's name, as the buttons of all donors have the same labels. */
  describedBy: string
}

/** The shortcut that verifies the donor of the focused row (`useRowNavigation`). */
export const VERIFY_KEY = 'v'

/** A flag of a donor, and the button that toggles it. */
export function DonorFlag({ donor, flag, onProblem, onVerified, describedBy }: Props) {
  const { states, buttons, failed, send } = FLAGS[flag]
  const client = useQueryClient()
  const isOn = donor[flag]
  const updating = useMutation({
    mutationKey: DONOR_LISTING,
    meta: { keepsPlaces: true },
    mutationFn: ({ value }: ChangingVariables<DonorRecord> & { value: boolean }) => send(donor.id, value),
    onMutate: () => onProblem(null),
    onSuccess: async (changed, { value }) => {
      await updateCachedDonors(client, [{ record: donor, after: changed }])
      onVerified?.(value ? { message: `${changed.fullName} is Verified.`, donors: [changed] } : null)
    },
    onError: error => {
      // A refusal means that the list shows an outdated state.
      if (isRefused(error)) void refreshDonorListing(client)
      onProblem({ donor, message: explainFailure(error, failed) })
    },
  })
  return (
    <Stack tight>
      <Badge tone={isOn ? 'good' : 'plain'}>{states[`${isOn}`]}</Badge>
      <Button
        isBusy={updating.isPending}
        aria-describedby={describedBy}
        data-key={flag === 'isVerified' && !isOn ? VERIFY_KEY : undefined}
        onClick={() =>
          updating.mutate({ value: !isOn, changes: [{ record: donor, after: { [flag]: !isOn } }] })
        }
      >
        {buttons[`${!isOn}`]}
      </Button>
    </Stack>
  )
}
