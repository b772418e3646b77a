import * as z from 'zod/mini'
import { BloodRequestStatus, Urgency } from '../blood-requests/endpoints.ts'
import { BloodGroup, Component } from '../donors/fields.ts'
import { MINUTE_MS } from '../durations.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams } from '../forms.ts'
import { countedPage, pageQuery } from '../listing.ts'
import { DonationOfOfferForm } from './donations.ts'

/** `offered` is the only status that changes, unless a donation is undone. */
export const OfferStatus = z.enum(['offered', 'withdrawn', 'donated', 'released'])
export type OfferStatus = z.infer<typeof OfferStatus>

/** The hours after a donation in which donor and requester still see each other's contact. */
export const CONTACT_AFTER_DONATION_HOURS = 48

/** In how many minutes a donor who is on the way can say to arrive. */
export const ARRIVAL_MINUTES = [15, 30, 60] as const
export const ArrivalMinutes = z.literal(ARRIVAL_MINUTES)

/** The donor of a standing offer has said that they are on their way, and in how many minutes they arrive. */
export const OnTheWay = z.object({ saidAt: z.iso.datetime(), minutes: ArrivalMinutes })
export type OnTheWay = z.infer<typeof OnTheWay>

/** When a donor who is on the way arrives. */
export const arrivalOf = ({ saidAt, minutes }: OnTheWay): Date =>
  new Date(new Date(saidAt).getTime() + minutes * MINUTE_MS)

/** An offer as the donor who made it sees it. */
export const OwnOffer = z.object({
  id: Id,
  status: OfferStatus,
  offeredAt: z.iso.datetime(),
  /** When the status became final; null while the offer stands. */
  settledAt: z.nullable(z.iso.datetime()),
  requiredBloodGroup: BloodGroup,
  component: Component,
  /** Null after the request was deleted. */
  bloodRequest: z.nullable(
    z.object({
      id: Id,
      status: BloodRequestStatus,
      unitsRequired: z.int(),
      urgency: Urgency,
      hospitalName: z.string(),
      hospitalLocation: z.nullable(z.string()),
    }),
  ),
  /** While the offer stands, and for 48 hours after the donation unless the donor ends it. */
  contact: z.nullable(
    z.object({ patientName: z.string(), contactPerson: z.string(), contactNumber: z.string() }),
  ),
  /** Null after the offer has ended, too. */
  onTheWay: z.nullable(OnTheWay),
  /** Of a released offer: I came, but the hospital couldn't take me. */
  isTurnedAway: z.optional(z.literal(true)),
  /** Of a donated offer: I said myself that I gave. */
  hasSaidGave: z.optional(z.literal(true)),
})
export type OwnOffer = z.infer<typeof OwnOffer>

/** An offer as the owner of the blood request and admins see it. */
export const ReceivedOffer = z.object({
  id: Id,
  status: OfferStatus,
  offeredAt: z.iso.datetime(),
  settledAt: z.nullable(z.iso.datetime()),
  /** While the offer stands, and for 48 hours after the donation. Admins see no private number. */
  donor: z.nullable(
    z.object({ fullName: z.string(), bloodGroup: BloodGroup, contactNumber: z.nullable(z.string()) }),
  ),
  /** Only for the owner of the request, and while the offer stands. */
  onTheWay: z.nullable(OnTheWay),
  /** Of a released offer: the donor came, but the hospital couldn't take them. */
  turnedAway: z.optional(
    z.object({
      /** Until when the member who posted the request can undo it; null if they can't. */
      undoableUntil: z.nullable(z.iso.datetime()),
    }),
  ),
  donation: z.nullable(
    z.object({
      id: Id,
      donatedOn: z.iso.date(),
      /** Until when the member who posted the request can undo it; null if they can't, as when they have undone one. */
      undoableUntil: z.nullable(z.iso.datetime()),
      /** The donor said so themselves: undone, it only counts for the request no longer. */
      isOwnWord: z.optional(z.literal(true)),
      /** Only the donor says so. It does not count until the member who posted the request, or an admin, records it, too. */
      isUnconfirmed: z.optional(z.literal(true)),
    }),
  ),
})
export type ReceivedOffer = z.infer<typeof ReceivedOffer>

/** Why a donor may not offer to donate for a blood request, whichever way they do it. */
export const MAY_NOT_DONATE = [
  'not-a-donor',
  'incompatible-blood-group',
  'donor-inactive',
  'donor-unavailable',
  'platelets-not-chosen',
  'donor-not-eligible',
  'other-offer-stands',
  'offer-was-released',
  'offer-turned-away',
  'offer-withdrawn-twice',
] as const

export const offerToDonate = endpoint({
  method: 'POST',
  path: '/api/blood-requests/:id/offers',
  access: 'email-verified',
  signedOutMessage: 'You must be logged in to offer to donate.',
  unverifiedMessage:
    'Please verify your email address before offering to donate. Check your inbox for a verification link.',
  summary: 'Offer to donate for an active request of somebody else. Its owner sees my name and number.',
  params: IdParams,
  reply: { status: 201, body: OwnOffer },
  refusals: [
    'blood-request-not-found',
    'own-blood-request',
    'already-offered',
    'blood-request-closed',
    ...MAY_NOT_DONATE,
  ],
})

export const listOwnOffers = endpoint({
  method: 'GET',
  path: '/api/offers/mine',
  access: 'signed-in',
  summary: 'My offers, the newest first.',
  query: z.strictObject(pageQuery),
  reply: { status: 200, body: countedPage(OwnOffer) },
})

/** An offer of a donor as admins see it. */
export const OfferOfDonor = z.omit(OwnOffer, {
  contact: true,
  onTheWay: true,
  isTurnedAway: true,
  hasSaidGave: true,
})
export type OfferOfDonor = z.infer<typeof OfferOfDonor>

export const listOffersOfDonor = endpoint({
  method: 'GET',
  path: '/api/admin/donors/:id/offers',
  access: 'admin',
  summary: 'The offers of a donor, the newest first.',
  params: IdParams,
  query: z.strictObject(pageQuery),
  reply: { status: 200, body: countedPage(OfferOfDonor) },
  refusals: ['donor-gone'],
})

export const listReceivedOffers = endpoint({
  method: 'GET',
  path: '/api/blood-requests/:id/offers',
  access: 'signed-in',
  summary: 'The offers for a request, oldest first: its owner or an admin.',
  params: IdParams,
  query: z.strictObject(pageQuery),
  reply: { status: 200, body: countedPage(ReceivedOffer) },
  refusals: ['blood-request-not-found', 'not-yours'],
})

export const sayOnTheWay = endpoint({
  method: 'PUT',
  path: '/api/offers/:id/on-the-way',
  access: 'signed-in',
  summary:
    'Tell the member who posted the request that I am on my way, and when I arrive. Again: a new time.',
  params: IdParams,
  body: z.strictObject({ minutes: ArrivalMinutes }),
  reply: { status: 200, body: OwnOffer },
  refusals: ['offer-not-found', 'offer-settled'],
})

export const withdrawOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:id/withdrawal',
  access: 'signed-in',
  summary:
    'Withdraw my offer, or stop showing my number after a donation: my name and number disappear at once.',
  params: IdParams,
  reply: { status: 200, body: OwnOffer },
  refusals: ['offer-not-found', 'offer-settled'],
})

export const releaseOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:id/release',
  access: 'signed-in',
  summary: 'Tell a donor that they are not needed: the owner of the request or an admin.',
  params: IdParams,
  reply: { status: 200, body: ReceivedOffer },
  refusals: ['offer-not-found', 'offer-settled'],
})

export const recordDonationOfOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:id/donation',
  access: 'signed-in',
  summary:
    'Record that the donor gave, and when: the owner of the request or an admin. If the donor has said so, it counts from now on, with the day that the donor said.',
  params: IdParams,
  body: DonationOfOfferForm,
  reply: { status: 200, body: ReceivedOffer },
  refusals: ['offer-not-found', 'offer-settled', 'donation-before-offer', 'donation-already-recorded'],
})
