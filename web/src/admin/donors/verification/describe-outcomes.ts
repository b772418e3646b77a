import type { DonorRecord } from '@blood-bank/contract/donors/endpoints'
import { VERIFICATION_LABELS } from '@blood-bank/contract/donors/labels'
import type { VerificationOutcome } from '@blood-bank/contract/donors/verifications'
import { counted } from '../../../ui/records/counts.ts'

type Verification = { donors: DonorRecord[]; isVerified: boolean }

/** What a verification, or its undoing, did: "12 donors are Verified. 1 already was Verified. 1 no longer exists." */
export function describeOutcomes(
  { donors, isVerified }: Verification,
  outcomes: VerificationOutcome[],
): string {
  const count = (wanted: VerificationOutcome) => outcomes.filter(outcome => outcome === wanted).length
  const [changed, already, gone] = [count('changed'), count('already'), count('gone')]
  const otherGroup = count('other-group')
  const state = VERIFICATION_LABELS[`${isVerified}`]
  const who = donors.length === 1 ? donors[0]?.fullName : counted(changed, ['donor', 'donors'])
  return [
    changed > 0 && `${who} ${changed === 1 ? 'is' : 'are'} ${state}${isVerified ? '' : ' again'}.`,
    already > 0 && `${already} already ${already === 1 ? 'was' : 'were'} ${state}.`,
    otherGroup > 0 &&
      `${otherGroup} ${otherGroup === 1 ? 'has' : 'have'} changed the blood group meanwhile. Please check again.`,
    gone > 0 && `${gone} no longer ${gone === 1 ? 'exists' : 'exist'}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
