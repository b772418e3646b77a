import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/**
 * The lists that are kept up to date while somebody looks at them. A hint names the lists that may have changed; the page
 * fetches them again. Hints about lists of one's own reach one person, those about
 * whom to call reach coordinators and admins, those about lists of admins reach admins.
 */
const LIVE_LISTS = [
  'active-blood-requests',
  'own-blood-requests',
  'own-offers',
  'received-offers',
  'own-donor-profile',
  'donors-to-call',
  'admin-blood-requests',
  'admin-donors',
  'admin-users',
  'admin-reports',
  'admin-audit-log',
  'overview',
] as const
export type LiveList = (typeof LIVE_LISTS)[number]

/**
 * The events of the stream and their data:
 * `open` when every later change will be reported, and with `listsAgeMs` those of that time, too; nothing.
 * `hint`: a JSON array of `LiveList`.
 * `resync`: changes may have been missed, all lists may have changed; nothing.
 * `heartbeat`: nothing.
 * `bye`, the last one: a `ByeReason`.
 */
export type LiveEvent = 'open' | 'hint' | 'resync' | 'heartbeat' | 'bye'

/** A stream on which nothing has arrived for longer than twice this is dead. */
export const HEARTBEAT_MS = 25_000

/**
 * Why the server ends a stream: it stops, so connect again; the session ended, or the account is suspended or has
 * changed, so read the session again; the account or the network has more streams than it may have, so ask from time to
 * time instead.
 */
export type ByeReason = 'server-stopping' | 'session-ended' | 'account-changed' | 'too-many-streams'

/** The streams that one account may have on one server. One more ends the oldest. */
export const MAX_STREAMS_PER_ACCOUNT = 10
/**
 * The same for one network address (IPv6: /64), whoever listens there, so that many accounts hold no more connections than
 * one address may have calls.
 */
export const MAX_STREAMS_PER_ADDRESS = 64

export const openLiveStream = endpoint({
  method: 'GET',
  path: '/api/live',
  access: 'signed-in',
  query: z.object({
    /** How long ago the caller fetched the first of its lists: it need not fetch them again for having missed changes. */
    listsAgeMs: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  }),
  summary: 'Hints about lists that have changed, as server-sent events. They carry no records.',
  reply: { status: 200, isEventStream: true },
  refusals: ['event-stream-only'],
})
