import { finished, Readable } from 'node:stream'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Limits } from '../../config/limits.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { networksOf } from '../../platform/network/address-prefix.ts'
import type { RecordSecurityEvent, SecurityEventDetails } from './security-events.ts'

/** Calls that may wait for each slot; more would time out before they get one. */
const MAX_WAITING_PER_SLOT = 4
/** A call that waits longer than this is refused, so that its connection is not held in vain. */
const MAX_WAIT_MS = 3_000
/** A read that takes longer waits for something else, and no longer holds up the next one of its account. */
const TURN_MS = 100

declare module 'fastify' {
  interface FastifyRequest {
    heldSlots: (() => void)[] | null
  }
}

/** Waits until the account and the networks of a call have a free slot. @throws Refusal too-many-calls */
export type AdmitCall = (req: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/**
 * Limits how many calls of one account and of one network are in flight. A call holds its slots until its reply
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
  // Each account or network is recorded once a minute at most.
  const recorded = new LRUCache<string, true>({ max: 1_000, ttl: MINUTE_MS })
  const recordOnce = (key: string, details: SecurityEventDetails) => {
    if (recorded.has(key)) return
    recorded.set(key, true)
    recordSecurityEvent('calls-limit-reached', details)
  }
  const takeSlotOfAccount = createSlots(perAccount, userId =>
    recordOnce(userId, { limit: 'account', userId }),
  )
  // An address is personal data and must not be logged.
  const takeSlotOfNetwork = createSlots(perAddress, prefix => recordOnce(prefix, { limit: 'address' }))
  const takeTurn = createSlots(1, () => {}, TURN_MS)

  app.decorateRequest('heldSlots', null)
  app.addHook('onSend', (req, _reply, payload, done) => {
    if (req.heldSlots && payload instanceof Readable) finished(payload, () => releaseSlots(req))
    else releaseSlots(req)
    done()
  })

  return (req, _reply, done) => {
    const { actor } = req
    const held: (() => void)[] = []
    req.heldSlots = held
    const hold = (next: () => void) => (error: Error | undefined, release: () => void) => {
      held.push(release)
      return error ? done(error) : next()
    }
    // A call that waits for a narrow limit must not hold a slot of a wider one: first the account, then its /64.
    const takeForNetworks = (next: () => void) =>
      networksOf(req.ip).reduceRight(
        (rest, { prefix, times }) =>
          () =>
            takeSlotOfNetwork(prefix, hold(rest), times),
        next,
      )()
    if (!actor) return takeForNetworks(done)
    const isInTurn = req.method === 'GET' && Number.isFinite(perAccount)
    const takeRest = () => takeForNetworks(isInTurn ? () => takeTurn(actor.id, hold(done)) : done)
    takeSlotOfAccount(actor.id, hold(takeRest))
  }
}

function releaseSlots(req: FastifyRequest) {
  const held = req.heldSlots
  req.heldSlots = null
  for (const release of held ?? []) release()
}

/**
 * Creates slots for each key (an account, a network), `times` as many as `maxOfOne`; a key without calls takes no memory. A slot is taken at once if one
 * is free, because a promise would cost every call time, else after the calls before. A call is refused when the queue is
 * full or the wait was too long; with `turnMs` it starts instead when each call before it has had so long.
 */
function createSlots(maxOfOne: number, onRefusal: (key: string) => void, turnMs?: number) {
  const queues = new Map<string, { inFlight: number; waiting: Set<() => void> }>()

  return (key: string, done: (error: Error | undefined, release: () => void) => void, times = 1) => {
    const max = maxOfOne * times
    const queue = queues.get(key) ?? { inFlight: 0, waiting: new Set() }
    const { waiting } = queue
    queues.set(key, queue)
    const start = () => {
      queue.inFlight += 1
      done(undefined, () => {
        queue.inFlight -= 1
        const [startNext] = waiting
        if (queue.inFlight < max) startNext?.()
        if (queue.inFlight === 0) queues.delete(key)
      })
    }
    const refuseCall = () => {
      onRefusal(key)
      done(refuse('too-many-calls', { retryAfterSeconds: 1 }), () => {})
    }
    if (queue.inFlight < max) return start()
    if (waiting.size >= max * MAX_WAITING_PER_SLOT && !turnMs) return refuseCall()
    const leave = (next: () => void) => {
      clearTimeout(timeout)
      waiting.delete(startWaiting)
      next()
    }
    const startWaiting = () => leave(start)
    waiting.add(startWaiting)
    const timeout = turnMs
      ? setTimeout(startWaiting, turnMs * waiting.size)
      : setTimeout(leave, MAX_WAIT_MS, refuseCall)
  }
}
