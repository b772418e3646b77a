import * as z from 'zod/mini'
import { withheldFields } from '../contact-numbers/withheld.ts'
import { BloodGroup, BloodGroupInQuery, Component, DonationDate } from '../donors/fields.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams } from '../forms.ts'
import { countedPage, pageQuery } from '../listing.ts'
import { Thanks } from '../thanks/sentences.ts'
import { SIGN_IN_MESSAGES } from '../users/actors.ts'
import { RemovalReason } from './removals.ts'

export const Urgency = z.enum(['urgent', 'moderate', 'low'], 'Please select an urgency.')
export type Urgency = z.infer<typeof Urgency>

/** Short, for the dashboard and the admin list (spec §3). */
export const URGENCY_LABELS: Record<Urgency, string> = { urgent: 'Urgent', moderate: 'Moderate', low: 'Low' }

/** Long, for the form and the active list (spec §3). */
export const URGENCY_DESCRIPTIONS: Record<Urgency, string> = {
  urgent: 'Urgent (Immediate Need)',
  moderate: 'Moderate (Within 24-48 hours)',
  low: 'Low (Planned / Stock Up)',
}

export const BloodRequestStatus = z.enum(['active', 'fulfilled', 'cancelled'])
export type BloodRequestStatus = z.infer<typeof BloodRequestStatus>

export const STATUS_LABELS: Record<BloodRequestStatus, string> = {
  active: 'Active',
  fulfilled: 'Fulfilled',
  cancelled: 'Cancelled',
}

/** The final states of a blood request. */
export const ClosedStatus = z.enum(['fulfilled', 'cancelled'])
export type ClosedStatus = z.infer<typeof ClosedStatus>

export const MAX_UNITS = 100

/** A blood request as members see it. */
export const BloodRequest = z.object({
  id: Id,
  userId: Id,
  patientName: z.string(),
  requiredBloodGroup: BloodGroup,
  component: Component,
  /** Whether the hospital takes platelets of any group; never of a request for blood. */
  takesOtherGroups: z.boolean(),
  unitsRequired: z.int(),
  hospitalName: z.string(),
  hospitalLocation: z.nullable(z.string()),
  contactPerson: z.string(),
  /** Null only if it is withheld. */
  contactNumber: z.nullable(z.string()),
  ...withheldFields,
  urgency: Urgency,
  /** When its owner said that blood is needed at the latest; null if they did not say. */
  neededBy: z.nullable(z.iso.datetime()),
  additionalInfo: z.nullable(z.string()),
  status: BloodRequestStatus,
  requestedAt: z.iso.datetime(),
  /** The donations for this request. */
  unitsGiven: z.int(),
  /** The offers that stand: donors who said they will come. */
  offersStanding: z.int(),
  /** When its owner last said that blood is needed, first by posting it; null if that was before there were alerts. */
  confirmedAt: z.nullable(z.iso.datetime()),
  /** Since when its owner has not answered whether blood is still needed; null for a closed request, too. */
  unconfirmedSince: z.nullable(z.iso.datetime()),
  /** Since when reports hide it from other members, until an admin decides; null for a closed request, too. */
  hiddenAt: z.nullable(z.iso.datetime()),
  /** When it was fulfilled or cancelled; null for an active one, and where version 0.6 did not store it. */
  closedAt: z.nullable(z.iso.datetime()),
  /** When an admin closed it; null if its owner did. */
  closedByAdminAt: z.nullable(z.iso.datetime()),
  /** Why an admin cancelled it. */
  closingReason: z.nullable(RemovalReason),
  /** Of a fulfilled request, and only in the owner's own list and data. */
  thanks: z.optional(Thanks),
})
export type BloodRequest = z.infer<typeof BloodRequest>

export const listActiveBloodRequests = endpoint({
  method: 'GET',
  path: '/api/blood-requests',
  access: 'signed-in',
  summary:
    'Active requests, newest first, or the most urgent and of these the oldest: all, or those that donors of a blood group can give to.',
  query: z.strictObject({
    ...pageQuery,
    donorBloodGroup: z.optional(BloodGroupInQuery),
    sort: z._default(z.enum(['requestedAt', 'urgency']), 'requestedAt'),
  }),
  reply: { status: 200, body: countedPage(BloodRequest) },
})

export const readBloodRequest = endpoint({
  method: 'GET',
  path: '/api/blood-requests/:id',
  access: 'signed-in',
  summary: 'One active request, as in the list.',
  params: IdParams,
  reply: { status: 200, body: BloodRequest },
  refusals: ['blood-request-not-found'],
})

export const listOwnBloodRequests = endpoint({
  method: 'GET',
  path: '/api/blood-requests/mine',
  access: 'signed-in',
  signedOutMessage: SIGN_IN_MESSAGES.dashboard,
  summary: 'My requests in every state, newest first.',
  query: z.strictObject(pageQuery),
  reply: { status: 200, body: countedPage(BloodRequest) },
})

/** The offers of the donors who gave, and the day; every other standing offer is released. */
export const DonorsWhoGave = z.strictObject({
  offerIds: z.array(Id).check(z.maxLength(MAX_UNITS)),
  donatedOn: DonationDate,
})
export type DonorsWhoGave = z.infer<typeof DonorsWhoGave>

/** The offers of the donors who came, and whom the hospital could not take: they are thanked, and not released. */
const TurnedAwayIds = z.array(Id).check(z.maxLength(MAX_UNITS))

/** `reason`: why an admin cancels it (`needsReason`). */
const ClosingForm = z
  .strictObject({
    status: ClosedStatus,
    donorsWhoGave: z.optional(DonorsWhoGave),
    turnedAwayIds: z.optional(TurnedAwayIds),
    reason: z.optional(RemovalReason),
  })
  .check(
    z.refine(({ status, reason }) => status === 'cancelled' || !reason, {
      error: 'Only a cancelled request has a reason.',
      path: ['reason'],
    }),
    z.refine(({ status, donorsWhoGave }) => status === 'fulfilled' || !donorsWhoGave, {
      error: 'Only a fulfilled request has donors who gave.',
      path: ['donorsWhoGave'],
    }),
    z.refine(({ status, turnedAwayIds }) => status === 'fulfilled' || !turnedAwayIds, {
      error: 'Only of a fulfilled request donors were turned away.',
      path: ['turnedAwayIds'],
    }),
  )

export const closeBloodRequest = endpoint({
  method: 'PATCH',
  path: '/api/blood-requests/:id',
  access: 'signed-in',
  summary:
    'Mark an active request as fulfilled or cancelled: its owner, or an admin, who says why they cancel it.',
  params: IdParams,
  body: ClosingForm,
  reply: { status: 200, body: BloodRequest },
  refusals: [
    'not-yours',
    'blood-request-not-found',
    'blood-request-closed',
    'removal-reason-missing',
    'offer-not-found',
    'offer-settled',
    'donation-before-offer',
    'donation-already-recorded',
  ],
})

export const deleteBloodRequest = endpoint({
  method: 'DELETE',
  path: '/api/blood-requests/:id',
  access: 'signed-in',
  summary: 'Delete a request for good: its owner, or an admin, who says why.',
  params: IdParams,
  query: z.strictObject({ reason: z.optional(RemovalReason) }),
  reply: { status: 204 },
  refusals: ['not-yours', 'blood-request-not-found', 'removal-reason-missing'],
})

/** A blood request as whoever has the link of an email sees it: no patient, no person and no phone number. */
export const BloodRequestSummary = z.extend(
  z.pick(BloodRequest, {
    requiredBloodGroup: true,
    component: true,
    takesOtherGroups: true,
    urgency: true,
    neededBy: true,
    hospitalLocation: true,
    unitsRequired: true,
    unitsGiven: true,
    offersStanding: true,
    requestedAt: true,
  }),
  {
    /** Null, as the location, if it may not be shown to anybody, unless the reader is the donor who said yes. */
    hospitalName: z.nullable(z.string()),
  },
)
export type BloodRequestSummary = z.infer<typeof BloodRequestSummary>
