import { finished, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Limits } from '../../config/limits.ts'
import { createConcurrencyLimit, type ReleaseSlot } from '../../platform/http/overload/concurrency-limit.ts'
import { addressPrefix } from '../../platform/network/address-prefix.ts'
import type { RecordSecurityEvent } from './security-events.ts'

/** Calls that may wait for each slot; more would time out before they get one. */
const MAX_WAITING_PER_SLOT = 4
/** A read that takes longer waits for something else, and no longer holds up the next one of its account. */
const TURN_MS = 100

declare module 'fastify' {
  interface FastifyRequest {
    heldSlots: ReleaseSlot[] | null
  }
}

/** Waits until the account and the address of a call have a free slot. @throws Refusal too-many-calls */
export type AdmitCall = (req: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/**
 * Limits how many calls of one account and of one network address are in flight. A call holds its slots until its reply
 * is written to the connection, or until its stream has ended: an aborted call whose handler still runs is in flight, and
 * a call whose client reads slowly is not.
 *
 * Reads of one account run in turn. Eight of the largest pages at once block the event loop for every caller; one at a
 * time lets calls of others run in between.
 */
export function limitCallsInFlight(
  app: FastifyInstance,
  { perAccount, perAddress }: Limits['calls'],
  recordSecurityEvent: RecordSecurityEvent,
): AdmitCall {
  // Each account or address is recorded once a minute at most.
  const recorded = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 })
  const limitTo = (max: number, record: (key: string) => void) =>
    createConcurrencyLimit({
      max,
      maxWaiting: max * MAX_WAITING_PER_SLOT,
      onRefusal(key) {
        if (recorded.has(key)) return
        recorded.set(key, true)
        record(key)
      },
    })
  const takeSlotOfAccount = limitTo(perAccount, userId =>
    recordSecurityEvent('calls-limit-reached', { limit: 'account', userId }),
  )
  // An address is personal data and must not be logged.
  const takeSlotOfAddress = limitTo(perAddress, () =>
    recordSecurityEvent('calls-limit-reached', { limit: 'address' }),
  )
  const takeTurn = createConcurrencyLimit({ max: 1, maxWaiting: perAccount, turnMs: TURN_MS })

  app.decorateRequest('heldSlots', null)
  app.addHook('onSend', (req, _reply, payload, done) => {
    if (req.heldSlots && payload instanceof Readable) finished(payload, () => releaseSlots(req))
    else releaseSlots(req)
    done()
  })

  return (req, _reply, done) => {
    const { actor } = req
    const held: ReleaseSlot[] = []
    req.heldSlots = held
    const hold = (next: () => void) => (error: Error | undefined, release: ReleaseSlot) => {
      held.push(release)
      if (error) done(error)
      else next()
    }
    const takeForAddress = (next: () => void) => takeSlotOfAddress(addressPrefix(req.ip), hold(next))
    if (!actor) return takeForAddress(done)
    const isInTurn = req.method === 'GET' && Number.isFinite(perAccount)
    // The account comes first: a call that waits for its account must not hold a slot of the address.
    takeSlotOfAccount(
      actor.id,
      hold(() => takeForAddress(isInTurn ? () => takeTurn(actor.id, hold(done)) : done)),
    )
  }
}

function releaseSlots(req: FastifyRequest) {
  const held = req.heldSlots
  req.heldSlots = null
  for (const release of held ?? []) release()
}
