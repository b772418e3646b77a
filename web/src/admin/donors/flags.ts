import { activateDonor, type DonorRecord, verifyDonor } from '@blood-bank/contract/donors/administration'
import { PROFILE_LABELS, VERIFICATION_LABELS } from '@blood-bank/contract/donors/labels'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { explainFailure, isRefused } from '../../api/explain-failure.ts'
import type { ChangingVariables } from '../../lists/changes/optimistic-list.ts'
import { DONOR_LISTING, refreshDonorListing, updateCachedDonors } from './queries.ts'

/** The flags of a donor that an admin sets (spec §4): labels of both states, labels of the buttons, and the call. */
export const FLAGS = {
  isVerified: {
    states: VERIFICATION_LABELS,
    buttons: { true: 'Verify', false: 'Unverify' },
    failed: 'Failed to update verification status.',
    // Only the group that the admin sees is verified.
    send: ({ id, bloodGroup }: DonorRecord, isVerified: boolean) =>
      call(verifyDonor, { params: { id }, body: { isVerified, ...(isVerified && { bloodGroup }) } }),
  },
  isProfileActive: {
    states: PROFILE_LABELS,
    buttons: { true: 'Activate', false: 'Deactivate' },
    failed: 'Failed to update donor profile active status.',
    send: ({ id }: DonorRecord, isProfileActive: boolean) =>
      call(activateDonor, { params: { id }, body: { isProfileActive } }),
  },
} as const

type Flag = keyof typeof FLAGS

/** A failed change of a flag, or a number that could not be shown; without a donor it is about several. */
export type DonorProblem = { donor?: DonorRecord; message: string }

/** What the last verification did, and the donors for whom it can be undone. */
export type Verified = { message: string; donors: DonorRecord[] }

export type FlagEvents = {
  /** Called with a failure, and with null when the next attempt starts. */
  onProblem: (problem: DonorProblem | null) => void
  /** Called with a donor who was verified, and with null when one was unverified. */
  onVerified: (verified: Verified | null) => void
}

/** Sets a flag of a donor. The list shows the change at once. */
export function useFlag(donor: DonorRecord, flag: Flag, { onProblem, onVerified }: FlagEvents) {
  const { failed, send } = FLAGS[flag]
  const client = useQueryClient()
  const changing = useMutation({
    mutationKey: DONOR_LISTING,
    meta: { keepsPlaces: true },
    mutationFn: ({ value }: ChangingVariables<DonorRecord> & { value: boolean }) => send(donor, value),
    onMutate: () => onProblem(null),
    onSuccess: async (changed, { value }) => {
      await updateCachedDonors(client, [{ record: donor, after: changed }])
      if (flag === 'isVerified')
        onVerified(value ? { message: `${changed.fullName} is Verified.`, donors: [changed] } : null)
    },
    onError: error => {
      // A refusal means that the list shows an outdated state.
      if (isRefused(error)) void refreshDonorListing(client)
      onProblem({ donor, message: explainFailure(error, failed) })
    },
  })
  return {
    isPending: changing.isPending,
    set: (value: boolean) =>
      changing.mutate({ value, changes: [{ record: donor, after: { [flag]: value } }] }),
  }
}
