import type { DonorRecord } from '@blood-bank/contract/donors/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explainFailure, isRefused } from '../../api/explain-failure.ts'
import type { ChangingVariables } from '../../lists/changes/optimistic-list.ts'
import { type DonorProblem, FLAGS, type Flag, type Verified } from './flags.ts'
import { DONOR_LISTING, refreshDonorListing, updateCachedDonors } from './queries.ts'

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
