import { finished, Readable } from 'node:stream'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Limits } from '../../config/limits.ts'
import { MAX_CONNECTIONS } from '../../platform/database/connection.ts'
import { measureDelay } from '../../platform/http/overload/event-loop-delay.ts'
import { addTo, createTurns, removeFrom, takeNext } from '../../platform/http/overload/turns.ts'
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

/**
 * What a call is counted for, such as its account: at most `max` of a key have begun and not ended. All keys of a call, from
 * the one that all calls have to its own, are the path under which it waits for its turn.
 */
type Key = {
  name: string
  max?: number
  /**
   * If a call counts until its reply is written, and is refused if it would wait for long or with many: what is recorded of
   * that. An address is personal data and must not be logged.
   */
  inFlightOf?: SecurityEventDetails
  /** When no call of the key has ended for so long, they wait for something else, and as many again may begin. */
  stallMs?: number
}

/** What a call is counted for until its reply is computed, and until it is written. */
type HeldSlots = { running: Key[]; inFlight: Key[]; end: (keys: Key[]) => void }

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
  const recorded = new LRUCache<string, true>({ max: 1_000, ttl: MINUTE_MS, noUpdateTTL: true })
  const queue = createQueue()
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
    const { isLookUp } = req.routeOptions.config
    const networks = networksOf(req.ip)
    const missing =
      isLookUp && networks.find(({ prefix, times }) => (misses.get(prefix) ?? 0) > MISSES_PER_MINUTE * times)
    const keys: Key[] = [
      { name: 'all', max: MAX_RUNNING, stallMs: RUNNING_STALL_MS },
      { name: actor?.emailVerified ? 'verified' : 'others' },
      hasPassword(req.body)
        ? { name: 'with password', max: MAX_HASHING, stallMs: HASHING_STALL_MS }
        : { name: 'without password' },
    ]
    for (const { prefix, times } of networks.toReversed())
      keys.push(
        isLookUp
          ? { name: `look-ups of ${prefix}` }
          : { name: `network ${prefix}`, max: perAddress * times, inFlightOf: { limit: 'address' } },
      )
    if (actor) {
      const person = personOf(actor)
      const inFlightOf = { limit: 'account', userId: actor.id }
      keys.push({ name: `account ${person}`, max: perAccount, inFlightOf })
      if (req.method === 'GET' && Number.isFinite(perAccount))
        keys.push({ name: `reads of ${person}`, max: 1, stallMs: TURN_MS })
    }
    if (missing) {
      keys.push({ name: `misses of ${missing.prefix}`, max: 1, stallMs: HASHING_STALL_MS })
      keys.push({ name: `${req.socket.remotePort}` })
    }
    const held: HeldSlots = { running: [], inFlight: [], end: queue.end }
    req.heldSlots = held
    // Not now: the refusal may let the next call begin, which may be refused, and so on.
    const refuseCall = () => setImmediate(done, refuse('too-many-calls', { retryAfterSeconds: 1 }))
    queue.enter(keys, {
      isLast: Boolean(missing),
      begin(counted) {
        // The page was sent without waiting for this.
        if (req.heldSlots !== held) return queue.end(counted)
        held.running = counted.filter(({ inFlightOf }) => !inFlightOf)
        held.inFlight = counted.filter(({ inFlightOf }) => inFlightOf)
        if (req.socket.destroyed) refuseCall()
        else done()
      },
      refuse({ name, inFlightOf }) {
        if (!recorded.has(name)) recordSecurityEvent('calls-limit-reached', inFlightOf)
        recorded.set(name, true)
        refuseCall()
      },
    })
  }
}

/** Lets others run while the reply of a call waits. */
export function endRunning({ heldSlots }: FastifyRequest): void {
  heldSlots?.end(heldSlots.running.splice(0))
}

/** Ends what a call counts for. Its reply does so by itself, unless the handler writes to the connection. */
export function releaseSlots(req: FastifyRequest): void {
  const held = req.heldSlots
  req.heldSlots = null
  held?.end([...held.running, ...held.inFlight])
}

const hasPassword = (body: unknown) =>
  typeof body === 'object' && body !== null && Object.keys(body).some(name => /password$/i.test(name))

/** The calls of a key that have begun and those that wait. */
type Count = { begun: number; waiting: number; max: number; stall?: NodeJS.Timeout }
type Entry = {
  /** Whether the call lets all others go first, for a while. */
  isLast: boolean
  begin: (counted: Key[]) => void
  /** Called instead, with the key of which too many are in flight or wait. */
  refuse: (key: Key) => void
}

/** Lets calls begin at once if all of their keys allow it, else in turn. A key without calls takes no memory. */
function createQueue() {
  const counts = new Map<string, Count>()
  const [waiting, last] = [createTurns<() => void>(), createTurns<() => void>()]

  const countOf = (name: string): Count => counts.get(name) ?? { begun: 0, waiting: 0, max: 1 }
  const isOpen = (name: string) => countOf(name).begun < countOf(name).max

  function change(keys: Key[], kind: 'begun' | 'waiting', by: 1 | -1) {
    for (const { name, max = 0, stallMs } of keys) {
      const count = counts.get(name) ?? { begun: 0, waiting: 0, max }
      counts.set(name, count)
      count[kind] += by
      if (count.waiting === 0) {
        clearTimeout(count.stall)
        count.stall = undefined
        if (count.begun === 0) counts.delete(name)
      } else if (stallMs !== undefined && kind === 'waiting')
        count.stall ??= setTimeout(() => endStall(count), stallMs)
      else if (by < 0) count.stall?.refresh()
    }
  }

  function endStall(count: Count) {
    const { begun, max, stall } = count
    count.max = begun + max
    beginNext()
    count.max = max
    if (count.stall === stall) stall?.refresh()
  }

  function beginNext() {
    const next = () => takeNext(waiting, isOpen) ?? takeNext(last, isOpen)
    for (let begin = next(); begin; begin = next()) begin()
  }

  function end(keys: Key[]) {
    change(keys, 'begun', -1)
    if (keys.length > 0) beginNext()
  }

  function enter(keys: Key[], { isLast, begin, refuse }: Entry) {
    const path = keys.map(({ name }) => name)
    const counted = keys.filter(({ max }) => max !== undefined)
    const inFlight = keys.filter(({ inFlightOf }) => inFlightOf)
    const start = () => {
      change(counted, 'begun', 1)
      begin(counted)
    }
    if (path.every(isOpen)) return start()
    const crowded = inFlight.find(
      ({ name, max = 0 }) => countOf(name).begun + countOf(name).waiting >= max * (1 + MAX_WAITING_PER_SLOT),
    )
    if (crowded) return refuse(crowded)

    let turns = isLast ? last : waiting
    const leave = () => {
      clearTimeout(timeout)
      clearTimeout(usual)
      removeFrom(turns, path, startInTurn)
      change(counted, 'waiting', -1)
    }
    const startInTurn = () => {
      leave()
      start()
    }
    const timeout = setTimeout(() => {
      const full = inFlight.find(({ name }) => !isOpen(name))
      if (!full) return timeout.refresh()
      leave()
      refuse(full)
    }, MAX_WAIT_MS)
    const becomeUsual = () => {
      removeFrom(last, path, startInTurn)
      turns = waiting
      addTo(turns, path, startInTurn)
    }
    const usual = isLast ? setTimeout(becomeUsual, LAST_MS) : undefined
    change(counted, 'waiting', 1)
    addTo(turns, path, startInTurn)
  }

  return { enter, end }
}
