import { finished, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Limits } from '../../config/limits.ts'
import { createConcurrencyLimit, type ReleaseSlot } from '../../platform/http/overload/concurrency-limit.ts'
import { createPerKeyQueue } from '../../platform/http/overload/per-key-queue.ts'
import { addressPrefix } from '../../platform/network/address-prefix.ts'
import type { RecordSecurityEvent } from './security-events.ts'

/** Calls that may wait for each slot; more would time out before they get one. */
const MAX_WAITING_PER_SLOT = 4
/** Each account or address is recorded at most once per interval; so many of them are remembered. */
const RECORD_INTERVAL_MS = 60_000
const MAX_RECORDED_KEYS = 1_000

declare module 'fastify' {
  interface FastifyRequest {
    heldSlots: ReleaseSlot[] | null
  }
}

export type CallsInFlight = {
  /** Waits until the account and the address of a call have a free slot. @throws Refusal too-many-calls */
  admit: (req: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void
  /** Runs a read when the earlier reads of the account have finished. */
  inAccountOrder: <T>(req: FastifyRequest, read: () => Promise<T>) => Promise<T>
}

/**
 * Limits how many calls of one account and of one network address are in flight. A call holds its slots until its reply
 * is written to the connection, or until its stream has ended: an aborted call whose handler still runs is in flight, and
 * a call whose client reads slowly is not.
 */
export function createCallsInFlight(
  app: FastifyInstance,
  limits: Limits['calls'],
  recordSecurityEvent: RecordSecurityEvent,
): CallsInFlight {
  app.decorateRequest('heldSlots', null)
  app.addHook('onSend', (req, _reply, payload, done) => {
    if (req.heldSlots && payload instanceof Readable) finished(payload, () => releaseSlots(req))
    else releaseSlots(req)
    done()
  })
  const slotsOfAddresses = createConcurrencyLimit({
    max: limits.perAddress,
    maxWaiting: limits.perAddress * MAX_WAITING_PER_SLOT,
    // An address is personal data and must not be logged.
    onRefusal: oncePerMinute(() => recordSecurityEvent('calls-limit-reached', { limit: 'address' })),
  })
  const slotsOfAccounts = createConcurrencyLimit({
    max: limits.perAccount,
    maxWaiting: limits.perAccount * MAX_WAITING_PER_SLOT,
    onRefusal: oncePerMinute(userId =>
      recordSecurityEvent('calls-limit-reached', { limit: 'account', userId }),
    ),
  })
  const takeTurn = createPerKeyQueue()

  /** Admits a call synchronously: nearly all calls find a free slot, and a promise would cost each of them time. */
  function tryAdmit(req: FastifyRequest) {
    const ofAccount = req.actor ? slotsOfAccounts.tryTake(req.actor.id) : NOTHING
    if (!ofAccount) return false
    const ofAddress = slotsOfAddresses.tryTake(addressPrefix(req.ip))
    if (!ofAddress) {
      ofAccount()
      return false
    }
    req.heldSlots = [ofAccount, ofAddress]
    return true
  }

  async function admitInTurn(req: FastifyRequest) {
    const isGone = () => req.socket.destroyed
    req.heldSlots = []
    // The account comes first: a call that waits for its account must not hold a slot of the address.
    if (req.actor) req.heldSlots.push(await slotsOfAccounts.take(req.actor.id, isGone))
    req.heldSlots.push(await slotsOfAddresses.take(addressPrefix(req.ip), isGone))
  }

  return {
    admit(req, _reply, done) {
      if (tryAdmit(req)) return done()
      admitInTurn(req).then(() => done(), done)
    },
    inAccountOrder: (req, read) =>
      req.actor && Number.isFinite(limits.perAccount) ? takeTurn(req.actor.id, read) : read(),
  }
}

const NOTHING = () => {}

function releaseSlots(req: FastifyRequest) {
  const held = req.heldSlots
  req.heldSlots = null
  for (const release of held ?? []) release()
}

function oncePerMinute(record: (key: string) => void) {
  const recorded = new LRUCache<string, true>({ max: MAX_RECORDED_KEYS, ttl: RECORD_INTERVAL_MS })
  return (key: string) => {
    if (recorded.has(key)) return
    recorded.set(key, true)
    record(key)
  }
}
