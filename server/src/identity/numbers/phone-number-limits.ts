import { createHmac, createSecretKey } from 'node:crypto'
import {
  tooManyNumbersMessage,
  tooManyNumbersOnNetworkMessage,
  tooManyNumbersUnverifiedMessage,
} from '@blood-bank/contract/numbers/contact-numbers'
import { MAX_PAGE_SIZE } from '@blood-bank/contract/paging'
import type { User } from '@blood-bank/contract/users/endpoints'
import { LRUCache } from 'lru-cache'
import { Gauge, type Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import { formatUsTime } from '../../platform/clock/local-time.ts'
import type { Database } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { deriveKey } from '../../platform/secrets/derive-key.ts'
import type { PhoneNumberLimits } from '../access/number-limits.ts'
import type { RecordSecurityEvent } from '../access/security-events.ts'
import { createNetworkLimits } from './network-limits.ts'
import { insertReplies, listRepliesTo, type SentReply, saveWarning } from './store.ts'
import * as windows from './time-windows.ts'

const MINUTE_MS = 60_000
/** The number of bytes that a JavaScript number holds exactly. */
const HASH_BYTES = 6
/** An account is near a limit from this share of it. */
const NEAR_LIMIT_SHARE = 0.8
/** Each has at most as many numbers as its limit of a day, of about 50 bytes each. */
const MAX_ACCOUNTS = 5_000

type Actor = Pick<User, 'id' | 'emailVerified'>

type CountedAccount = {
  limits: Record<windows.Window, number>
  sent: windows.SentNumbers
  /** The replies that are not in the database. */
  unwritten: SentReply[]
  /** For each cached reply: until when all of its numbers are counted, in ms. */
  countedUntil: WeakMap<object, number>
  /** For each security event and window: until when it is not recorded again, in ms. */
  recordedUntil: Map<string, number>
  /** Adds what is in the database to `sent`. */
  reading: Promise<void>
}

type Options = {
  db: Database
  authSecret: string
  config: Pick<Config, 'limits' | 'timeZone'>
  recordSecurityEvent: RecordSecurityEvent
  register: Registry
  now: () => Date
}

/**
 * Limits how many distinct phone numbers an account is sent in an hour and in a day (decision 16). Each server counts in
 * memory: it reads what was counted before when it sends an account the first numbers, and writes the counts of an account
 * that is near a limit before it replies, those of all when it stops. So no restart ends a limit, a crash forgets less than
 * one, and two servers together send up to two. Unverified accounts are limited for their network, too.
 */
export function createPhoneNumberLimits(options: Options): PhoneNumberLimits {
  const { db, authSecret, config, recordSecurityEvent, now } = options
  const { numbers: limits, unverifiedPageSize } = config.limits
  const networks = createNetworkLimits({ perAccount: limits.unverified.hour, now })
  const accounts = new LRUCache<string, CountedAccount>({ max: MAX_ACCOUNTS })
  const limitsOf = ({ emailVerified }: Actor) => (emailVerified ? limits.verified : limits.unverified)

  // There are so few phone numbers that a hash without a key could be reversed by trying all of them.
  const key = createSecretKey(deriveKey(authSecret, 'phone numbers sent'))
  // Without this cache a page of 300 records would take 2 ms; an entry takes about 100 bytes.
  const hashes = new LRUCache<string, number>({
    max: 20_000,
    memoMethod: number => createHmac('sha256', key).update(number).digest().readUIntBE(0, HASH_BYTES),
  })

  function getAccount(actor: Actor): CountedAccount {
    const cached = accounts.get(actor.id)
    // Verifying an account gives it what was counted for an erased one of the same address, so it is read again then.
    if (cached?.limits === limitsOf(actor)) return cached
    const counted = cached ?? {
      sent: new Map(),
      unwritten: [],
      countedUntil: new WeakMap(),
      recordedUntil: new Map(),
    }
    const account = { ...counted, limits: limitsOf(actor), reading: readInto(counted.sent, actor.id) }
    accounts.set(actor.id, account)
    return account
  }

  async function readInto(sent: windows.SentNumbers, userId: string) {
    try {
      // The latest time of a number counts.
      for (const { numbers, sentAt } of (await listRepliesTo(db, userId)).toReversed())
        windows.addNumbers(sent, numbers.map(Number), sentAt.getTime())
    } catch (error) {
      accounts.delete(userId)
      throw error
    }
  }

  async function save(userIds: string[]) {
    const replies = userIds.flatMap(userId => accounts.peek(userId)?.unwritten.splice(0) ?? [])
    await insertReplies(db, replies).catch(error => {
      for (const reply of replies) accounts.peek(reply.userId)?.unwritten.push(reply)
      throw error
    })
  }

  const findNear = ({ sent, limits }: CountedAccount) => {
    const counts = windows.countNumbers(sent, now().getTime())
    const near = (['hour', 'day'] as const).filter(
      window => counts[window] >= NEAR_LIMIT_SHARE * limits[window],
    )
    return { counts, near }
  }

  /** Writes the counts of an account that is near a limit, with a warning for the admins. Records events once per window. */
  async function warn(userId: string, account: CountedAccount, refusedBy: windows.Window | undefined) {
    const { counts, near } = findNear(account)
    if (near.length === 0 && !refusedBy) return
    const warnedAt = now()
    const record = (event: 'numbers-limit-near' | 'numbers-limit-reached', window: windows.Window) => {
      const recordedUntil = account.recordedUntil.get(`${event} ${window}`) ?? 0
      if (recordedUntil > warnedAt.getTime()) return
      account.recordedUntil.set(`${event} ${window}`, warnedAt.getTime() + windows.WINDOWS_MS[window])
      const limit = account.limits[window]
      recordSecurityEvent(event, { userId, window, numbers: counts[window], limit })
    }
    for (const window of near) record('numbers-limit-near', window)
    if (refusedBy) record('numbers-limit-reached', refusedBy)
    await save([userId])
    const [lastHour, lastDay] = [counts.hour, counts.day]
    await saveWarning(db, { userId, lastHour, lastDay, wasRefused: refusedBy !== undefined, warnedAt })
  }

  function tooManyNumbers(retryAt: number, messageUntil: (until: string) => string) {
    // Rounded up: the reply must fit at the minute that the message names.
    const until = new Date(Math.ceil(retryAt / MINUTE_MS) * MINUTE_MS)
    return refuse('too-many-numbers', {
      message: messageUntil(formatUsTime(until, config.timeZone)),
      retryAfterSeconds: (retryAt - now().getTime()) / 1000,
    })
  }

  new Gauge({
    name: 'numbers_sent_near_limit',
    help: 'Phone numbers sent within the window to accounts that are at 80 % of its limit or beyond.',
    labelNames: ['account', 'window'],
    registers: [options.register],
    collect() {
      this.reset()
      for (const [account, counted] of accounts.entries()) {
        const { near, counts } = findNear(counted)
        for (const window of near) this.set({ account, window }, counts[window])
      }
    },
  })

  return {
    hashDistinct: texts => [...new Set(texts.flatMap(text => (text === null ? [] : hashes.memo(text))))],

    maxPageSizeFor(actor) {
      const { hour, day } = limitsOf(actor)
      return Math.min(actor.emailVerified ? MAX_PAGE_SIZE : unverifiedPageSize, hour, day)
    },

    async count(actor, reply) {
      if (reply.numbers.length === 0 || !Object.values(limitsOf(actor)).some(Number.isFinite)) return
      const account = getAccount(actor)
      await account.reading
      const { sent, limits } = account
      const time = now().getTime()
      if ((account.countedUntil.get(reply) ?? 0) > time) return
      const refusal = windows.findRetryTime(sent, reply.numbers, { limits, now: time })
      if (!refusal) {
        const numbers = windows.addNumbers(sent, reply.numbers, time)
        if (numbers.length > 0) account.unwritten.push({ userId: actor.id, sentAt: new Date(time), numbers })
        const firstCountedAt = Math.min(...reply.numbers.map(number => sent.get(number) ?? time))
        account.countedUntil.set(reply, firstCountedAt + windows.WINDOWS_MS.day)
      }
      await warn(actor.id, account, refusal?.window)
      const message = actor.emailVerified ? tooManyNumbersMessage : tooManyNumbersUnverifiedMessage
      if (refusal) throw tooManyNumbers(refusal.at, message)
    },

    countForNetwork(address, reply) {
      const retryAt = networks.count(address, reply)
      if (retryAt !== null) throw tooManyNumbers(retryAt, tooManyNumbersOnNetworkMessage)
    },

    save: userId => save(userId === undefined ? [...accounts.keys()] : [userId]),
  }
}
