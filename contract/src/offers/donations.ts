import * as z from 'zod/mini'
import { DonatedComponent, DonationDate } from '../donors/fields.ts'
import { UNDO_DONATION_HOURS } from '../durations.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, withRequired } from '../forms.ts'
import { countedPage, pageQuery } from '../listing.ts'
import { ThankYou } from '../thanks/sentences.ts'

const REQUIRED = { required: ['donatedOn'], missing: 'Please enter the date of the donation.' } as const

/** What the donor of an offer gave is what the request asked for. */
export const DonationOfOfferForm = withRequired(z.strictObject({ donatedOn: DonationDate }), REQUIRED)

/** Without a component a donation is of blood, and a correction leaves it as it is. */
export const DonationForm = withRequired(
  z.strictObject({ donatedOn: DonationDate, component: z.optional(DonatedComponent) }),
  REQUIRED,
)
export type DonationForm = z.infer<typeof DonationForm>

/** Who recorded a donation: the donor, the owner of the blood request, or an admin. */
export const DonationRecorder = z.enum(['donor', 'requester', 'admin'])
export type DonationRecorder = z.infer<typeof DonationRecorder>

/** A donation as admins see it. */
export const Donation = z.object({
  id: Id,
  component: DonatedComponent,
  donatedOn: z.iso.date(),
  recordedBy: DonationRecorder,
  recordedAt: z.iso.datetime(),
  /** When the donor said that it did not happen; it moves no date until an admin decides. */
  disputedAt: z.nullable(z.iso.datetime()),
})
export type Donation = z.infer<typeof Donation>

/** A donation as its donor sees it. */
export const OwnDonation = z.extend(Donation, {
  /** With what the owner of the blood request has thanked the donor; null before it has arrived, and without one. */
  thankYou: z.nullable(ThankYou),
})
export type OwnDonation = z.infer<typeof OwnDonation>

export const listOwnDonations = endpoint({
  method: 'GET',
  path: '/api/donations/mine',
  access: 'signed-in',
  summary: 'My donations, the latest first.',
  query: z.strictObject(pageQuery),
  reply: { status: 200, body: countedPage(OwnDonation) },
})

export const addDonation = endpoint({
  method: 'POST',
  path: '/api/donations',
  access: 'email-verified',
  unverifiedMessage:
    'Please verify your email address before adding a donation. Check your inbox for a verification link.',
  summary: 'Add a donation of mine that was given elsewhere.',
  body: DonationForm,
  reply: { status: 201, body: OwnDonation },
  refusals: ['not-a-donor', 'donation-already-recorded'],
})

export const disputeDonation = endpoint({
  method: 'POST',
  path: '/api/donations/:id/dispute',
  access: 'signed-in',
  summary:
    'Say that a donation recorded for me did not happen. My number is no longer shown for it, and it moves no date until an admin decides.',
  params: IdParams,
  reply: { status: 200, body: OwnDonation },
  refusals: ['donation-not-found', 'own-donation-not-disputed'],
})

export const undoDonation = endpoint({
  method: 'DELETE',
  path: '/api/donations/:id',
  access: 'signed-in',
  summary: `Undo a donation: once and for ${UNDO_DONATION_HOURS} hours the member who recorded it for their request, or for whose request the donor said it, at any time the donor who added it or an admin.`,
  params: IdParams,
  reply: { status: 204 },
  refusals: ['donation-not-found', 'too-late-to-undo', 'donation-undone-before'],
})

export const listDonationsOfDonor = endpoint({
  method: 'GET',
  path: '/api/admin/donors/:id/donations',
  access: 'admin',
  summary: 'The donations of a donor, the latest first.',
  params: IdParams,
  query: z.strictObject(pageQuery),
  reply: { status: 200, body: countedPage(Donation) },
  refusals: ['donor-gone'],
})

export const recordDonationOfDonor = endpoint({
  method: 'POST',
  path: '/api/admin/donors/:id/donations',
  access: 'admin',
  summary: 'Record a donation of a donor.',
  params: IdParams,
  body: DonationForm,
  reply: { status: 201, body: Donation },
  refusals: ['donor-gone', 'donation-already-recorded'],
})

export const correctDonation = endpoint({
  method: 'PATCH',
  path: '/api/admin/donations/:id',
  access: 'admin',
  summary: 'Correct the date of a donation, or what was given, which also settles a dispute about it.',
  params: IdParams,
  body: DonationForm,
  reply: { status: 200, body: Donation },
  refusals: ['donation-not-found', 'donation-already-recorded'],
})
