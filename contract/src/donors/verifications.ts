import * as z from 'zod/mini'
import { MINUTE_MS } from '../durations.ts'
import { endpoint } from '../endpoint.ts'
import { Id } from '../forms.ts'
import { isSameText } from '../typed-text/words.ts'
import { TypedBloodGroup } from './fields.ts'
import type { DonorForm } from './profile.ts'

/** How many donors one call verifies at most. */
export const MAX_DONORS_PER_VERIFICATION = 100

/** For how long an admin is offered to undo a verification. Donors are told afterwards. */
export const UNDO_MS = MINUTE_MS

/** What became of a donor: marked now, marked so before, not marked because of another blood group, or no longer there. */
export const VerificationOutcome = z.enum(['changed', 'already', 'other-group', 'gone'])
export type VerificationOutcome = z.infer<typeof VerificationOutcome>

type Verified = Pick<DonorForm, 'fullName' | 'universityId'> & { universityRole: string; bloodGroup: string }

/** Whether a donor changes what an admin has checked: who they are, or their group. Case, blanks and marks are no change. */
export const changesWhatWasVerified = (before: Verified, after: Verified): boolean =>
  before.bloodGroup !== after.bloodGroup ||
  before.universityRole !== after.universityRole ||
  !isSameText(before.fullName, after.fullName) ||
  !isSameText(before.universityId, after.universityId)

export const verifyDonors = endpoint({
  method: 'PATCH',
  path: '/api/admin/donors/verifications',
  access: 'admin',
  summary: `Mark up to ${MAX_DONORS_PER_VERIFICATION} donors as Verified or Not Verified; says what became of each. With the blood groups that were checked, in the order of the donors, one who has another group now is not marked.`,
  body: z.strictObject({
    ids: z
      .array(Id)
      .check(
        z.minLength(1, 'Please select a donor.'),
        z.maxLength(
          MAX_DONORS_PER_VERIFICATION,
          `Please select at most ${MAX_DONORS_PER_VERIFICATION} donors.`,
        ),
      ),
    isVerified: z.boolean(),
    bloodGroups: z.optional(z.array(TypedBloodGroup).check(z.maxLength(MAX_DONORS_PER_VERIFICATION))),
  }),
  reply: {
    status: 200,
    body: z.object({ outcomes: z.array(z.object({ id: Id, outcome: VerificationOutcome })) }),
  },
})
