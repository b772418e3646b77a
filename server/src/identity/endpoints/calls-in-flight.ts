import { finished, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Limits } from '../../config/limits.ts'
import { createConcurrencyLimit, type ReleaseSlot } from '../../platform/http/overload/concurrency-limit.ts'
import { createPerKeyQueue } from '../../platform/http/overload/per-key-queue.ts'
import { addressPrefix } from '../../platform/network/address-prefix.ts'
import type { RecordSecurityEvent } from '../audit/security-events.ts'

/** How many calls wait for each slot at most; more would not get theirs in time. */
const MAX_WAITING_PER_SLOT = 4
/** How often one account or address is recorded, and how many of them are remembered for it. */
const RECORD_INTERVAL_MS = 60_000
const MAX_RECORDED_KEYS = 1_000

declare module 'fastify' {
  interface FastifyRequest {
    heldSlots: ReleaseSlot[] | null
  }
}

export type CallsInFlight = {
  /** Lets a call begin when fewer than so many of its account, and of its address, are in flight. @throws Refusal too-many-calls */
  admit: (req: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void
  /** Reads something when it is the account's turn. */
  inAccountOrder: <T>(req: FastifyRequest, read: () => Promise<T>) => Promise<T>
}

/**
 * Lets no account and no address take more than its share of a server. A call holds its slots until its reply is
 * handed to the connection, a streamed one until its stream has ended: an aborted call whose handler still works is in
 * flight, and one whose reader is slow is not.
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
    // An address is personal data: the log does not name it.
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

  /** Without a promise, as nearly all calls are. */
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
    // First the account: what waits for its own account must take no place from others at the address.
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
