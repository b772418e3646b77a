import { activateDonor, type DonorRecord, verifyDonor } from '@blood-bank/contract/donors/endpoints'
import { PROFILE_LABELS, VERIFICATION_LABELS } from '@blood-bank/contract/donors/labels'
import { call } from '../../api/call.ts'

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

export type Flag = keyof typeof FLAGS

/** A failed change of a flag, or a number that could not be shown; without a donor it is about several. */
export type DonorProblem = { donor?: DonorRecord; message: string }

/** What the last verification did, and the donors for whom it can be undone. */
export type Verified = { message: string; donors: DonorRecord[] }
