import * as z from 'zod/mini'
import { DAY_MS } from '../durations.ts'
import { endpoint } from '../endpoint.ts'
import { IdParams, maxLength, SuccessReply } from '../forms.ts'
import { DonationOfOfferForm } from './donations.ts'
import { OwnOffer, ReceivedOffer } from './endpoints.ts'

/** For how many days a donor whom the hospital could not take is asked for nothing, unless they choose another day. */
export const TURNED_AWAY_REST_DAYS = 14

export const turnAwayDonor = endpoint({
  method: 'POST',
  path: '/api/offers/:id/turned-away',
  access: 'signed-in',
  summary:
    "Say that a donor came, but the hospital couldn't take them: the owner of the request or an admin. No reason is stored, and it counts against nobody.",
  params: IdParams,
  reply: { status: 200, body: ReceivedOffer },
  refusals: ['offer-not-found', 'offer-settled'],
})

export const undoTurnedAway = endpoint({
  method: 'DELETE',
  path: '/api/offers/:id/turned-away',
  access: 'signed-in',
  summary:
    'Undo it, once and for 24 hours: whoever posted the request, if the donor has not said it themselves. The offer stands again.',
  params: IdParams,
  reply: { status: 200, body: ReceivedOffer },
  refusals: ['offer-not-found', 'offer-settled'],
})

/** Admins are told when so many donors of one requester in the last 30 days say that they gave, and were not turned away. */
export const CONTRADICTIONS_WARNED_FROM = 3

/** For how many days donors may say otherwise whether they gave: it is about their own body. */
const CHANGE_OF_MIND_DAYS = 7

export const mayChangeMind = (settledAt: Date | null, now: Date): boolean =>
  settledAt !== null && now.getTime() - settledAt.getTime() < CHANGE_OF_MIND_DAYS * DAY_MS

export const sayGave = endpoint({
  method: 'POST',
  path: '/api/offers/:id/gave',
  access: 'signed-in',
  summary: `Say of my own offer that I gave, also for ${CHANGE_OF_MIND_DAYS} days after the hospital couldn't take me. My own date moves at once; it counts for the request if the offer is trusted, or when its owner or an admin says so.`,
  params: IdParams,
  body: DonationOfOfferForm,
  reply: { status: 200, body: OwnOffer },
  refusals: ['offer-not-found', 'offer-settled', 'donation-before-offer', 'donation-already-recorded'],
})

export const sayTurnedAway = endpoint({
  method: 'POST',
  path: '/api/offers/:id/could-not-give',
  access: 'signed-in',
  summary: `Say of my own offer that I came, but the hospital couldn't take me, also for ${CHANGE_OF_MIND_DAYS} days after I said that I gave.`,
  params: IdParams,
  reply: { status: 200, body: OwnOffer },
  refusals: ['offer-not-found', 'offer-settled'],
})

/** When somebody who was turned away may be asked again: the days of a rest, or `null` for when they say so. */
export const REST_DAYS = { 'two-weeks': 14, month: 30, 'three-months': 90, 'when-i-say': null } as const

export const RestChoice = z.enum(
  ['two-weeks', 'month', 'three-months', 'when-i-say'],
  'Please choose when we may ask you again.',
)
export type RestChoice = z.infer<typeof RestChoice>

/** What stands before the token in `/unsubscribe/:token`: the page knows by it what it asks. */
export const REST_LINK = 'rest-'

/** For how many days the link works in the email to somebody who was turned away. */
export const REST_LINK_DAYS = 30

export const chooseRest = endpoint({
  method: 'POST',
  path: '/api/rests',
  access: 'everyone',
  unknownLink: 'rest-link-not-valid',
  summary:
    "Say when I may be asked again, with the link in the email to donors whom the hospital couldn't take, without signing in.",
  body: z.strictObject({
    token: z.string('The token is missing.').check(maxLength(100, 'There is no such token.')),
    rest: RestChoice,
  }),
  reply: { status: 200, body: SuccessReply },
  refusals: ['rest-link-not-valid'],
})
