import { finished, Readable } from 'node:stream'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Limits } from '../../config/limits.ts'
import { MAX_CONNECTIONS } from '../../platform/database/connection.ts'
import { measureDelay } from '../../platform/http/overload/event-loop-delay.ts'
import {
  addTo,
  createTurns,
  isEmpty,
  removeFrom,
  type Turns,
  takeNext,
} from '../../platform/http/overload/turns.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { networksOf } from '../../platform/network/address-prefix.ts'
import { personOf } from '../mailboxes/mailbox.ts'
import type { RecordSecurityEvent, SecurityEventDetails } from './security-events.ts'

/**
 * Calls of one account or one network that may wait for each of its slots; more would time out before they get one. A
 * connection has one call waiting, so that whoever opens many has to wait, too, instead of being refused at once and
 * calling again.
 */
const MAX_WAITING_PER_SLOT = 16
/** A call that waits longer than this is refused, so that its connection is not held in vain. */
const MAX_WAIT_MS = 3_000
/** A read that takes longer waits for something else, and no longer holds up the next one of its account. */
const TURN_MS = 100

/**
 * How many calls of all callers together are handled at a time: enough to keep the database busy, and so few that none
 * waits long there, or for the event loop, in the one queue of all.
 */
const MAX_RUNNING = 2 * MAX_CONNECTIONS
/** When none of them has ended for so long, they wait for something else, and as many again may run. */
const RUNNING_STALL_MS = 250
/** The same for calls with a password. Its hash is computed by one of four threads, for which files wait, too. */
const MAX_HASHING = 8
const HASHING_STALL_MS = 1_000

/** After so many seconds whoever was refused by an overloaded server may try again. */
const OVERLOAD_RETRY_S = 5

/** So many look-ups by a link may find nothing in a minute: far more than the dead links that a campus opens. */
const MISSES_PER_MINUTE = 60
/** How long a look-up of such a network lets others go first. */
const LAST_MS = 250

type Release = () => void
/** The slots of a call: those that count for its account and its networks, and those in which it runs. */
type HeldSlots = { counted: Release[]; running: Release[] }

declare module 'fastify' {
  interface FastifyRequest {
    heldSlots: HeldSlots | null
    /** Whether the link of a look-up leads to nothing. */
    hasFoundNothing: boolean
  }
  interface FastifyContextConfig {
    /** Whether the call looks something up by a link, which is the credential. */
    isLookUp?: true
  }
}

/**
 * Waits until the account and the networks of a call have a free slot, and until it is its turn to run.
 * @throws Refusal too-many-calls; unavailable
 */
export type AdmitCall = (req: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/**
 * Limits how many calls of one person (`personOf`) and of one network are in flight. A call holds its slots until its reply
 * is written to the connection, or until its stream has ended: an aborted call whose handler still runs is in flight, and a call whose
 * client reads slowly is not.
 *
 * Reads of one account run in turn. Eight of the largest pages at once block the event loop for every caller; one at a
 * time lets calls of others run in between.
 *
 * Of all calls a few run at a time. The next is taken in turn of the networks and of the accounts in them, so that many
 * networks within their limits only make others a little slower. Verified members have every second turn, because nobody has
 * to own the addresses of the others.
 *
 * With a long delay of the event loop no call is answered in time, so calls without a session are refused to serve the others.
 * They are looked at when their bodies have arrived: those that were completed while the loop was blocked arrive all at once.
 *
 * Look-ups by a link are not refused: a campus is one network, and after a wave many open theirs at once. When too many of
 * a network have found nothing, they run one at a time, the connections in turn, and after all other calls.
 */
export function limitCallsInFlight(
  app: FastifyInstance,
  { calls: { perAccount, perAddress }, eventLoopDelayMs }: Pick<Limits, 'calls' | 'eventLoopDelayMs'>,
  recordSecurityEvent: RecordSecurityEvent,
): AdmitCall {
  // Each account or network is recorded once a minute at most.
  const recorded = new LRUCache<string, true>({ max: 1_000, ttl: MINUTE_MS })
  const recordOnce = (key: string, details: SecurityEventDetails) => {
    if (recorded.has(key)) return
    recorded.set(key, true)
    recordSecurityEvent('calls-limit-reached', details)
  }
  const takeSlotOfAccount = createSlots({
    max: perAccount,
    onRefusal: ({ userId = '' }) => recordOnce(userId, { limit: 'account', userId }),
  })
  const takeSlotOfNetwork = createSlots({
    max: perAddress,
    // An address is personal data and must not be logged.
    onRefusal: ({ key }) => recordOnce(key, { limit: 'address' }),
  })
  const takeTurnOfAccount = createSlots({ max: 1, stallMs: TURN_MS })
  const takeHashing = createSlots({ max: MAX_HASHING, stallMs: HASHING_STALL_MS })
  const takeRunning = createSlots({ max: MAX_RUNNING, stallMs: RUNNING_STALL_MS })
  const takeOneLookUp = createSlots({ max: 1, stallMs: HASHING_STALL_MS })
  const misses = new LRUCache<string, number>({ max: 10_000, ttl: MINUTE_MS, noUpdateTTL: true })
  const countMisses = (ip: string) => {
    for (const { prefix } of networksOf(ip)) misses.set(prefix, (misses.get(prefix) ?? 0) + 1)
  }

  const { readDelay, stop } = measureDelay()
  app.addHook('onClose', async () => stop())
  app.decorateRequest('heldSlots', null)
  app.decorateRequest('hasFoundNothing', false)
  app.addHook('onSend', (req, _reply, payload, done) => {
    if (req.hasFoundNothing) countMisses(req.ip)
    // A stream goes on as fast as it is read, which must hold up nobody.
    endRunning(req)
    if (req.heldSlots && payload instanceof Readable) finished(payload, () => releaseSlots(req))
    else releaseSlots(req)
    done()
  })

  return (req, _reply, done) => {
    const { actor } = req
    if (!actor && readDelay() > eventLoopDelayMs)
      return done(refuse('unavailable', { retryAfterSeconds: OVERLOAD_RETRY_S }))
    const person = actor ? personOf(actor) : ''
    const networks = networksOf(req.ip)
    const held: HeldSlots = { counted: [], running: [] }
    req.heldSlots = held
    const isGone = () => req.socket.destroyed

    const take =
      (slots: Slots, slot: Omit<Slot, 'isGone'>, kind: keyof HeldSlots) => (next: (error?: Error) => void) =>
        slots({ ...slot, isGone }, (error, release) => {
          // The page was sent without waiting for this.
          if (req.heldSlots !== held) return release()
          held[kind].push(release)
          return error ? done(error) : next()
        })
    const steps: ((next: () => void) => void)[] = []
    // A call that waits for a narrow limit must not hold a slot of a wider one: first the account, then its /64.
    if (actor) steps.push(take(takeSlotOfAccount, { key: person, userId: actor.id }, 'counted'))
    const { isLookUp } = req.routeOptions.config
    for (const { prefix, times } of isLookUp ? [] : networks)
      steps.push(take(takeSlotOfNetwork, { key: prefix, times, path: [person] }, 'counted'))
    const missing =
      isLookUp && networks.find(({ prefix, times }) => (misses.get(prefix) ?? 0) > MISSES_PER_MINUTE * times)
    if (missing) {
      const connection = `${req.socket.remotePort}`
      steps.push(take(takeOneLookUp, { key: missing.prefix, path: [connection] }, 'running'))
    }
    if (actor && req.method === 'GET' && Number.isFinite(perAccount))
      steps.push(take(takeTurnOfAccount, { key: person }, 'running'))
    const path = [
      actor?.emailVerified ? 'verified' : 'others',
      ...networks.map(({ prefix }) => prefix).reverse(),
      person,
    ]
    if (hasPassword(req.body)) steps.push(take(takeHashing, { key: '', path }, 'running'))
    steps.push(take(takeRunning, { key: '', path, ...(missing && { lastMs: LAST_MS }) }, 'running'))
    steps.reduceRight<() => void>((next, step) => () => step(next), done)()
  }
}

/** Lets others run while the reply of a call waits. */
export function endRunning(req: FastifyRequest): void {
  for (const release of req.heldSlots?.running.splice(0) ?? []) release()
}

/** Ends what a call counts for. Its reply does so by itself, unless the handler writes to the connection. */
export function releaseSlots(req: FastifyRequest): void {
  const held = req.heldSlots
  req.heldSlots = null
  for (const release of held ? [...held.running, ...held.counted] : []) release()
}

const hasPassword = (body: unknown) =>
  typeof body === 'object' && body !== null && Object.keys(body).some(name => /password$/i.test(name))

type Slot = {
  /** Whose slots these are: a person, a network. */
  key: string
  /** The account that calls, if the slots are a person's. */
  userId?: string
  times?: number
  /** In whose turn the call waits. */
  path?: readonly string[]
  /** For how long the call lets all others go first. */
  lastMs?: number
  /** Whether the caller has left, so that the call need not start any more. */
  isGone: () => boolean
}
type Slots = (slot: Slot, done: (error: Error | undefined, release: Release) => void) => void
type Queue = {
  inFlight: number
  waiting: Turns<() => void>
  /** Those that let others go first. */
  last: Turns<() => void>
  stall: NodeJS.Timeout | undefined
}

type SlotOptions = {
  /** The slots of a key, multiplied by `times`. */
  max: number
  onRefusal?: (slot: Slot) => void
  /** When no call has ended for so long, as many again start. Without it, a call is refused that waits for long or with many. */
  stallMs?: number
}

const createQueue = (): Queue => ({
  inFlight: 0,
  waiting: createTurns(),
  last: createTurns(),
  stall: undefined,
})

/**
 * Creates slots for each key; a key without calls takes no memory. A slot is taken at once if one is free, because a promise
 * would cost every call time, else in turn.
 */
function createSlots({ max: maxOfOne, onRefusal, stallMs }: SlotOptions): Slots {
  const queues = new Map<string, Queue>()

  return (slot, done) => {
    const { key, times = 1, path = [], lastMs, isGone } = slot
    const max = maxOfOne * times
    const queue = queues.get(key) ?? createQueue()
    queues.set(key, queue)
    const turns = lastMs === undefined ? queue.waiting : queue.last

    const startWaiting = (maxInFlight: number) => {
      while (queue.inFlight < maxInFlight) {
        const startNext = takeNext(queue.waiting) ?? takeNext(queue.last)
        if (!startNext) break
        startNext()
      }
      if (!isEmpty(queue.waiting) || !isEmpty(queue.last)) return void queue.stall?.refresh()
      clearTimeout(queue.stall)
      queue.stall = undefined
    }
    const start = () => {
      queue.inFlight += 1
      done(undefined, () => {
        queue.inFlight -= 1
        startWaiting(max)
        if (queue.inFlight === 0) queues.delete(key)
      })
    }
    // Not now: the refusal may start the next call, which may be refused, and so on.
    const refuseCall = () => setImmediate(done, refuse('too-many-calls', { retryAfterSeconds: 1 }), () => {})
    if (queue.inFlight < max) return start()

    let timeout: NodeJS.Timeout | undefined
    const startInTurn = () => {
      clearTimeout(timeout)
      if (isGone()) refuseCall()
      else start()
    }
    const leave = () => {
      removeFrom(turns, path, startInTurn)
      onRefusal?.(slot)
      refuseCall()
    }
    const waiting = addTo(turns, path, startInTurn)
    if (lastMs !== undefined)
      timeout = setTimeout(() => {
        removeFrom(turns, path, startInTurn)
        addTo(queue.waiting, path, startInTurn)
      }, lastMs)
    if (stallMs !== undefined) queue.stall ??= setTimeout(() => startWaiting(queue.inFlight + max), stallMs)
    else if (waiting > max * MAX_WAITING_PER_SLOT) leave()
    else timeout = setTimeout(leave, MAX_WAIT_MS)
  }
}
