import {
  activateDonor,
  type DonorRecord,
  PROFILE_LABELS,
  VERIFICATION_LABELS,
  verifyDonor,
} from '@blood-bank/contract/donors'
import { call } from '../../../api/call.ts'

/** What an admin says of a donor (spec §4): its two states, the buttons that lead to them, and its call. */
export const MARKS = {
  isVerified: {
    states: VERIFICATION_LABELS,
    buttons: { true: 'Verify', false: 'Unverify' },
    failed: 'Failed to update verification status.',
    send: (id: string, isVerified: boolean) => call(verifyDonor, { params: { id }, body: { isVerified } }),
  },
  isProfileActive: {
    states: PROFILE_LABELS,
    buttons: { true: 'Activate', false: 'Deactivate' },
    failed: 'Failed to update donor profile active status.',
    send: (id: string, isProfileActive: boolean) =>
      call(activateDonor, { params: { id }, body: { isProfileActive } }),
  },
} as const

export type Mark = keyof typeof MARKS

/** Why a donor is still what it was. */
export type MarkProblem = { donor: DonorRecord; message: string }
