import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams } from '../forms.ts'
import { BooleanFilter, countedPage, listingQuery, PAGE_FIELDS } from '../listing.ts'
import { Donor, restingField } from './endpoints.ts'
import { BloodGroupInQuery, TypedBloodGroup } from './fields.ts'

/** A donor as admins see them; a number that its owner keeps private stays private, and so does until when they chose to rest. */
export const DonorRecord = z.extend(
  z.omit(Donor, { restsUntil: true, recordedPlateletsDate: true, plateletsFrom: true }),
  {
    userId: Id,
    contactNumber: z.nullable(z.string()),
    ...restingField,
  },
)
export type DonorRecord = z.infer<typeof DonorRecord>

export const DONOR_SORTS = ['registeredAt', 'fullName', 'department', 'bloodGroup'] as const

export const DonorListing = z.strictObject({
  ...listingQuery(DONOR_SORTS),
  bloodGroup: z.optional(BloodGroupInQuery),
  isVerified: BooleanFilter,
  isProfileActive: BooleanFilter,
  isAvailable: BooleanFilter,
})

export const listDonors = endpoint({
  method: 'GET',
  path: '/api/admin/donors',
  access: 'admin',
  summary: 'All donors, the last registered first unless sorted otherwise.',
  query: DonorListing,
  reply: { status: 200, body: countedPage(DonorRecord) },
})

export const exportDonors = endpoint({
  method: 'POST',
  path: '/api/admin/donors/exports',
  access: 'admin',
  needsRecentPassword: true,
  summary: 'All donors that match, as CSV; the audit log records the export.',
  query: z.omit(DonorListing, PAGE_FIELDS),
  reply: {
    status: 200,
    csv: [
      'Full Name',
      'Email',
      'University ID',
      'Role',
      'Department',
      'Blood Group',
      'Contact Number',
      'Availability',
      'Last Donation',
      'Verification',
      'Profile',
      'Registered',
    ],
  },
})

export const verifyDonor = endpoint({
  method: 'PATCH',
  path: '/api/admin/donors/:id/verification',
  access: 'admin',
  summary:
    'Mark a donor as Verified or Not Verified. With the blood group that was checked, a donor who has another one now is not marked.',
  params: IdParams,
  body: z.strictObject({ isVerified: z.boolean(), bloodGroup: z.optional(TypedBloodGroup) }),
  reply: { status: 200, body: DonorRecord },
  refusals: ['donor-gone', 'blood-group-changed'],
})

export const activateDonor = endpoint({
  method: 'PATCH',
  path: '/api/admin/donors/:id/activation',
  access: 'admin',
  summary: 'Make a donor profile Active or Inactive; inactive ones are left out of searches.',
  params: IdParams,
  body: z.strictObject({ isProfileActive: z.boolean() }),
  reply: { status: 200, body: DonorRecord },
  refusals: ['donor-gone'],
})

/**
 * So many numbers an admin can look up within an hour. Calling takes minutes: whoever calls donors one after another stays
 * below it, and a stolen session does not get all numbers.
 */
export const NUMBER_REVEALS_PER_HOUR = 20

/** The message of `too-many-number-reveals`. `until` is when the next number can be looked up. */
export const tooManyNumberRevealsMessage = (until: string) =>
  `You have looked up ${NUMBER_REVEALS_PER_HOUR} phone numbers in the last hour, and the other admins are told. You can look up the next one at ${until}.`

export const revealDonorNumber = endpoint({
  method: 'POST',
  path: '/api/admin/donors/:id/number-reveals',
  access: 'admin',
  needsRecentPassword: true,
  summary: "Look at a donor's number, also a private one. Each look is recorded, and the donor sees it.",
  params: IdParams,
  reply: { status: 201, body: z.object({ contactNumber: z.string() }) },
  refusals: ['donor-gone', 'consent-outdated', 'too-many-number-reveals'],
})
