import { endpoint } from '../endpoint.ts'
import { IdParams } from '../forms.ts'
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

export const sayTurnedAway = endpoint({
  method: 'POST',
  path: '/api/offers/:id/could-not-give',
  access: 'signed-in',
  summary: "Say of my own offer that I came, but the hospital couldn't take me.",
  params: IdParams,
  reply: { status: 200, body: OwnOffer },
  refusals: ['offer-not-found', 'offer-settled'],
})
