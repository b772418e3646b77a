import * as z from 'zod/mini'
import { BloodGroupInQuery } from '../donors/fields.ts'
import { endpoint } from '../endpoint.ts'
import { IdParams } from '../forms.ts'
import { countedPage, listingQuery, PAGE_FIELDS } from '../listing.ts'
import { BloodRequest, BloodRequestStatus, Urgency } from './endpoints.ts'

/** A blood request as admins see it. */
export const BloodRequestRecord = z.extend(BloodRequest, {
  contactNumber: z.string(),
  userEmail: z.string(),
  /** Since when no donor is asked, because many new members have asked; null if that is not so. */
  heldBackAt: z.nullable(z.iso.datetime()),
  /** When an admin said that it is real. */
  foundRealAt: z.nullable(z.iso.datetime()),
})
export type BloodRequestRecord = z.infer<typeof BloodRequestRecord>

export const BLOOD_REQUEST_SORTS = [
  'requestedAt',
  'patientName',
  'hospitalName',
  'requiredBloodGroup',
] as const

export const BloodRequestListing = z.strictObject({
  ...listingQuery(BLOOD_REQUEST_SORTS),
  status: z.optional(BloodRequestStatus),
  urgency: z.optional(Urgency),
  requiredBloodGroup: z.optional(BloodGroupInQuery),
  /** `none-for-an-hour`: those that the overview counts as `requestsWithoutOffer`. */
  offers: z.optional(z.enum(['none-for-an-hour'])),
  /** `held-back`: those that the overview counts as `requestsHeldBack`. */
  alerts: z.optional(z.enum(['held-back'])),
})

export const listBloodRequests = endpoint({
  method: 'GET',
  path: '/api/admin/blood-requests',
  access: 'admin',
  summary: 'All requests in every state, newest first unless sorted otherwise.',
  query: BloodRequestListing,
  reply: { status: 200, body: countedPage(BloodRequestRecord) },
})

export const findBloodRequestReal = endpoint({
  method: 'POST',
  path: '/api/admin/blood-requests/:id/found-real',
  access: 'admin',
  summary:
    'Say that a request is real: donors are asked for it as for one of a known member, and its offers count for its owner at once.',
  params: IdParams,
  reply: { status: 204 },
  refusals: ['blood-request-not-found', 'blood-request-closed'],
})

export const exportBloodRequests = endpoint({
  method: 'POST',
  path: '/api/admin/blood-requests/exports',
  access: 'admin',
  needsRecentPassword: true,
  summary: 'All requests that match, as CSV; the audit log records the export.',
  query: z.omit(BloodRequestListing, PAGE_FIELDS),
  reply: {
    status: 200,
    csv: [
      'Patient Name',
      'Blood Group',
      'Units',
      'Urgency',
      'Status',
      'Hospital',
      'Location',
      'Contact Person',
      'Contact Number',
      'Additional Info',
      'Posted by',
      'Requested',
      'Needed by',
      'Not Confirmed Since',
      'What Is Needed',
    ],
  },
})
