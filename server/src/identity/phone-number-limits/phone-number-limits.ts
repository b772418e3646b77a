import { randomUUID } from 'node:crypto'
import { tooManyNumbersMessage, tooManyNumbersUnverifiedMessage } from '@blood-bank/contract/contact-numbers'
import { MAX_PAGE_SIZE } from '@blood-bank/contract/paging'
import type { User } from '@blood-bank/contract/users'
import { LRUCache } from 'lru-cache'
import type { Config } from '../../config.ts'
import { formatUsTime } from '../../platform/clock/us-time.ts'
import { createBatcher } from '../../platform/database/batcher.ts'
import type { Database } from '../../platform/database/connection.ts'
import { MAX_QUEUE_LENGTH } from '../../platform/database/queue-limit.ts'
import { refuse } from '../../platform/refuse.ts'
import type { RecordSecurityEvent } from '../audit/security-events.ts'
import { createNumberHash } from './hash-phone-number.ts'
import { createLimitAlerts, type NearAccount } from './limit-alerts.ts'
import { BEGINNING, exchangeNumbers, type NumberWarning, type SentReply } from './store.ts'
import {
  countNumbers,
  findTimeOfRoom,
  forgetOldNumbers,
  type NumberLimits,
  type SentNumbers,
  WINDOWS,
  WINDOWS_MS,
} from './time-windows.ts'

/** Numbers held in memory, of all accounts together: some 50 bytes each. */
const MAX_HELD = 500_000
/** An account counts as that many, beside its numbers. */
const ACCOUNT_SIZE = 20
const MINUTE_MS = 60_000

type Account = {
  sent: SentNumbers
  /** Until when all numbers of a cached reply are counted, in ms. */
  countedUntil: WeakMap<object, number>
  /** The moment of the database from which the next exchange reads. */
  since: string
  /** The exchange in which it was read last. */
  readIn: number
}

type Actor = Pick<User, 'id' | 'emailVerified'>
/** A reply with the hashes of the different numbers in it; the same object each time that it is sent. */
type CountedReply = { numbers: readonly number[] }

export type NumbersSent = {
  /** The hashes of the different numbers in a reply. */
  hashesOf: (numbers: readonly (string | null)[]) => number[]
  /** The largest page that an account may be sent; a larger one would never fit its limits. */
  pageSizeFor: (actor: Actor) => number
  /** Counts the numbers of a reply before it is sent. @throws Refusal too-many-numbers */
  count: (actor: Actor, reply: CountedReply) => Promise<void>
  /** Writes what was counted, and reads what other servers have counted of the accounts in use. */
  exchange: () => Promise<void>
  /** Accounts of this server that are near a limit now, for the metrics. */
  nearLimits: () => NearAccount[]
}

type Options = {
  db: Database
  authSecret: string
  config: Pick<Config, 'limits' | 'timeZone'>
  recordSecurityEvent: RecordSecurityEvent
  now: () => Date
}

/**
 * Limits how many different phone numbers an account is sent in an hour and a day (decision 16). Counting is done in
 * memory; the servers add up through `exchange`, about once a second. What is sent at several servers between two
 * exchanges is the overrun.
 */
export function createNumbersSent({
  db,
  authSecret,
  config,
  recordSecurityEvent,
  now,
}: Options): NumbersSent {
  const { numbers: limits, unverifiedPageSize } = config.limits
  const hashNumber = createNumberHash(authSecret)
  const writer = randomUUID()
  const accounts = new LRUCache<string, Account>({ maxSize: MAX_HELD, sizeCalculation: sizeOf })
  const alerts = createLimitAlerts({ recordSecurityEvent })
  const accountsInUse = new Set<string>()
  let unwritten: SentReply[] = []
  let beingWritten: SentReply[] = []
  let warnings = new Map<string, NumberWarning>()
  let exchanges = 0
  let exchanging: Promise<void> | null = null

  const limitsOf = ({ emailVerified }: Actor) => (emailVerified ? limits.verified : limits.unverified)

  /** Reads accounts that this server has not followed of late, before their next reply. */
  const readAccount = createBatcher(
    async (userIds: string[]) => {
      const asked = [...new Set(userIds)].map(userId => ({
        userId,
        since: accounts.get(userId)?.since ?? BEGINNING,
      }))
      await read([], [], asked)
      return userIds.map(holdAccount)
    },
    { maxWaiting: MAX_QUEUE_LENGTH },
  )

  async function read(
    sent: SentReply[],
    warnings: NumberWarning[],
    asked: { userId: string; since: string }[],
  ) {
    const round = exchanges
    const { since, found } = await exchangeNumbers(db, { writer, sent, warnings, asked })
    for (const { userId, since: from } of asked) {
      const account = holdAccount(userId)
      account.since = since
      account.readIn = round
      // Dropped from memory and read again, it lacks what is not written yet.
      if (from === BEGINNING)
        add(
          account,
          [...beingWritten, ...unwritten].filter(reply => reply.userId === userId),
        )
    }
    for (const reply of found) add(holdAccount(reply.userId), [reply])
    for (const { userId } of asked) resize(userId)
  }

  function holdAccount(userId: string): Account {
    const held = accounts.get(userId)
    if (held) return held
    const account = {
      sent: new Map(),
      countedUntil: new WeakMap(),
      since: BEGINNING,
      readIn: Number.NEGATIVE_INFINITY,
    }
    accounts.set(userId, account)
    return account
  }

  function resize(userId: string) {
    const account = accounts.peek(userId)
    if (!account) return
    // The cache takes the size of what it holds already for known.
    accounts.delete(userId)
    accounts.set(userId, account)
  }

  function add({ sent }: Account, replies: SentReply[]) {
    for (const { sentAt, numbers } of replies)
      for (const number of numbers) sent.set(number, Math.max(sent.get(number) ?? 0, sentAt.getTime()))
  }

  /** An exchange that is under way has not read what is asked for meanwhile. */
  const isRead = ({ readIn }: Account) => readIn >= exchanges - (exchanging ? 1 : 0)

  async function count(actor: Actor, reply: CountedReply) {
    const allowed = limitsOf(actor)
    if (reply.numbers.length === 0 || WINDOWS.every(window => allowed[window] === Number.POSITIVE_INFINITY))
      return
    const held = accounts.get(actor.id)
    if ((held?.countedUntil.get(reply) ?? 0) > now().getTime()) return
    const account = held && isRead(held) ? held : await readAccount(actor.id)
    countReply(actor, account, reply, allowed)
  }

  function countReply(actor: Actor, account: Account, reply: CountedReply, allowed: NumberLimits) {
    const { sent, countedUntil } = account
    const time = now().getTime()
    accountsInUse.add(actor.id)
    forgetOldNumbers(sent, time)
    const added = reply.numbers.filter(number => !sent.has(number))
    const refusal = findTimeOfRoom(sent, { more: added.length, limits: allowed, now: time })
    if (!refusal) {
      for (const number of added) sent.set(number, time)
      if (added.length > 0) unwritten.push({ userId: actor.id, sentAt: new Date(time), numbers: added })
      countedUntil.set(
        reply,
        WINDOWS_MS.day + Math.min(...reply.numbers.map(number => sent.get(number) ?? time)),
      )
      resize(actor.id)
    }
    const counts = countNumbers(sent, time)
    if (
      alerts.raise({
        userId: actor.id,
        counts,
        limits: allowed,
        refusedBy: refusal?.window ?? null,
        now: time,
      })
    )
      warnings.set(actor.id, {
        userId: actor.id,
        lastHour: counts.hour,
        lastDay: counts.day,
        wasRefused: refusal !== null,
        warnedAt: new Date(time),
      })
    if (refusal) throw tooManyNumbers(actor, refusal.at, time)
  }

  function tooManyNumbers({ emailVerified }: Actor, againAt: number, time: number) {
    // The minute that is told is one at which it fits.
    const until = new Date(Math.ceil(againAt / MINUTE_MS) * MINUTE_MS)
    const sayUntil = emailVerified ? tooManyNumbersMessage : tooManyNumbersUnverifiedMessage
    return refuse('too-many-numbers', {
      message: sayUntil(formatUsTime(until, config.timeZone)),
      retryAfterSeconds: (againAt - time) / 1000,
    })
  }

  async function exchangeNow() {
    const warned = warnings
    beingWritten = unwritten
    unwritten = []
    warnings = new Map()
    const asked = [...accountsInUse].map(userId => ({
      userId,
      since: accounts.peek(userId)?.since ?? BEGINNING,
    }))
    accountsInUse.clear()
    if (beingWritten.length + warned.size + asked.length === 0) return
    try {
      await read(beingWritten, [...warned.values()], asked)
    } catch (error) {
      unwritten = [...beingWritten, ...unwritten]
      warnings = new Map([...warned, ...warnings])
      throw error
    } finally {
      beingWritten = []
    }
  }

  return {
    hashesOf: numbers => [...new Set(numbers.flatMap(number => (number === null ? [] : hashNumber(number))))],
    pageSizeFor(actor) {
      const { hour, day } = limitsOf(actor)
      const largest = actor.emailVerified ? MAX_PAGE_SIZE : unverifiedPageSize
      return Math.min(largest, hour, day)
    },
    count,
    async exchange() {
      // One that is under way has left behind what was counted since; two at once would write it in any order.
      await exchanging?.catch(() => {})
      exchanges += 1
      exchanging = exchangeNow().finally(() => {
        exchanging = null
      })
      await exchanging
    },
    nearLimits: () =>
      alerts.list(userId => countNumbers(accounts.peek(userId)?.sent ?? new Map(), now().getTime())),
  }
}

const sizeOf = ({ sent }: Account) => ACCOUNT_SIZE + sent.size
