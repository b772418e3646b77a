import { DAY_MS, HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import type { RefusalCode } from '@blood-bank/contract/errors'
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Limits } from '../../config/limits.ts'
import type { Database, Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { networksOf } from '../../platform/network/address-prefix.ts'
import { createKeyedHash } from '../../platform/secrets/hashes.ts'

/**
 * At so many different accounts browsers that are new to them may fail from one network address. A whole campus can share
 * the address: in its busiest hour, 225 registrations, that is one wrong password for every second newcomer within ten
 * minutes. Trying one common password at 1,000 accounts takes five and a half hours.
 */
const MAX_ACCOUNTS_WITH_FAILURES = 30
const FAILURES_PERIOD_MS = 10 * MINUTE_MS

/**
 * Resets, and as many verification emails that are sent again, from one network: as many as registrations, which is more than
 * a campus of thousands behind one address needs at the beginning of a term.
 */
const MAILS_ASKED_FOR_PER_HOUR = 300

/**
 * Until when counters refuse, and when the next call that they refuse is answered: whoever goes on costs neither a query nor
 * much time of the event loop, which sends alerts.
 */
type Refusals = { until: number; nextAt: number }
const REFUSAL_PAUSE_MS = 25
/** A few MB. */
const MAX_REFUSALS = 10_000

/** Adding, correcting, calling and noting: three times what somebody does who calls a number each minute. */
const COORDINATOR_CHANGES_PER_HOUR = 600

/** The maximum of PostgreSQL's `integer`. */
const MAX_INTEGER = 2 ** 31 - 1

/**
 * Allows so many attempts in a window that starts with the first of them. The first attempt past the limit starts a pause;
 * a pause of 0 lasts until the end of the window.
 */
type Limit = { points: number; windowMs: number; pauseMs: number }

/** The limits by name, from the settings (`config/limits.ts`). */
const limitsOf = ({ signIns, mails, registrationsPerHour, ownExportsPerMinute }: Limits) =>
  ({
    /** Per account and browser or address prefix. A pause never exceeds a quarter of an hour. */
    signInsPerMinute: { points: signIns.perMinute, windowMs: MINUTE_MS, pauseMs: MINUTE_MS },
    signInFailuresPerHour: {
      points: signIns.failuresPerHour,
      windowMs: HOUR_MS,
      pauseMs: 15 * MINUTE_MS,
    },
    /** Per account. Any 60 minutes overlap at most two windows, so at most twice as many passwords are tried in them. */
    strangersSignInsPerHour: { points: signIns.byStrangersPerHour, windowMs: HOUR_MS, pauseMs: 0 },
    /** Per account and address prefix: of repeated failures at one account the first counts for the network. */
    failedSignInsAtAccount: { points: 1, windowMs: FAILURES_PERIOD_MS, pauseMs: 0 },
    /** Per network. */
    accountsWithFailedSignIns: {
      points: MAX_ACCOUNTS_WITH_FAILURES,
      windowMs: FAILURES_PERIOD_MS,
      pauseMs: 0,
    },
    /** Per account. */
    ownExportsPerMinute: { points: ownExportsPerMinute, windowMs: MINUTE_MS, pauseMs: 0 },
    /** Emails to the other admins about one who looks up many numbers. */
    numberRevealWarnings: { points: 1, windowMs: HOUR_MS, pauseMs: 0 },
    /** Per person: each writes rows that stay for long. */
    coordinatorChanges: { points: COORDINATOR_CHANGES_PER_HOUR, windowMs: HOUR_MS, pauseMs: 0 },
    /** Emails to the admins of a site about requests of new members that wait. */
    newMemberWarnings: { points: 1, windowMs: DAY_MS, pauseMs: 0 },
    /** Per network. */
    registrationsOfAddress: { points: registrationsPerHour, windowMs: HOUR_MS, pauseMs: 0 },
    resetsOfNetwork: { points: MAILS_ASKED_FOR_PER_HOUR, windowMs: HOUR_MS, pauseMs: 0 },
    resendsOfNetwork: { points: MAILS_ASKED_FOR_PER_HOUR, windowMs: HOUR_MS, pauseMs: 0 },
    /** The first email that a network causes in a minute goes before its others (`outbox.ts`). */
    firstMailsOfNetwork: { points: 1, windowMs: MINUTE_MS, pauseMs: 0 },
    /** Per recipient and kind of mail. */
    mailsPerQuarterHour: { points: mails.perQuarterHour, windowMs: 15 * MINUTE_MS, pauseMs: 0 },
    mailsPerDay: { points: mails.perDay, windowMs: DAY_MS, pauseMs: 0 },
    ownMailsPerQuarterHour: { points: mails.ownPerQuarterHour, windowMs: 15 * MINUTE_MS, pauseMs: 0 },
    ownMailsPerDay: { points: mails.ownPerDay, windowMs: DAY_MS, pauseMs: 0 },
    /** Codes by text message, per account and per number. Each scope allows one, so that no 24 hours have more than all of them. */
    textCodesOfAccount: { points: 1, windowMs: DAY_MS, pauseMs: 0 },
    textCodesToNumber: { points: 1, windowMs: DAY_MS, pauseMs: 0 },
  }) satisfies Record<string, Limit>

export type LimitName = keyof ReturnType<typeof limitsOf>

/**
 * A counter of attempts: a limit, a subject (an account, a network), and optionally a scope (a browser). `times` multiplies
 * the points of the limit.
 */
export type Counter = { limit: LimitName; subject: string; scope?: string; times?: number }

/** The counters of a limit by network, for the address of a caller. Count in all of them at once. */
export const networkCounters = (limit: LimitName, address: string): Counter[] =>
  networksOf(address).map(({ prefix, times }) => ({ limit, subject: prefix, times }))

/** The result of counting an attempt. */
type Count = {
  isAllowed: boolean
  /** When the attempt was counted, in milliseconds. */
  at: number
  retryAfterSeconds: number
  /** The limits that refuse for the first time since they last allowed an attempt. */
  firstRefusals: LimitName[]
}

type CountRow = { key: string; expire: string; isRefused: boolean; isFirstRefusal: boolean }

type Options = { settings: Limits; secret: string; now: () => Date }

/** Counts attempts in PostgreSQL, so that several servers count together (docs/decisions/0006). */
export function createAttemptLimits(db: Database, { settings, secret, now }: Options) {
  const limits = limitsOf(settings)
  const hash = createKeyedHash(secret, 'attempt limits')

  /** The table holds no email and no address, only hashes. All counters of a subject form a range of keys. */
  const keyOf = ({ limit, subject, scope }: Counter) =>
    [hash(subject), limit, ...(scope === undefined ? [] : [hash(scope)])].join(':')

  const maxPointsOf = ({ limit, times = 1 }: Counter) => Math.min(limits[limit].points * times, MAX_INTEGER)

  /**
   * Counts one attempt in all of these counters, or in none if one of them refuses. If the attempt changes the
   * database, pass its transaction.
   */
  async function tryTake(db: Database, counters: Counter[]): Promise<Count> {
    const at = now().getTime()
    const counted = counters
      .filter(({ limit }) => Number.isFinite(limits[limit].points))
      .map(counter => ({
        ...limits[counter.limit],
        points: maxPointsOf(counter),
        name: counter.limit,
        key: keyOf(counter),
      }))
    if (counted.length === 0) return { isAllowed: true, at, retryAfterSeconds: 0, firstRefusals: [] }
    const { rows } = await sql<CountRow>`
      select * from count_attempt(${counted.map(({ key }) => key)}, ${counted.map(({ points }) => points)},
        ${counted.map(({ windowMs }) => windowMs)}, ${counted.map(({ pauseMs }) => pauseMs)}, ${at})`.execute(
      db,
    )
    const refused = rows.filter(({ isRefused }) => isRefused)
    const until = Math.max(at, ...refused.map(({ expire }) => Number(expire)))
    const first = refused.filter(({ isFirstRefusal }) => isFirstRefusal).map(({ key }) => key)
    return {
      isAllowed: refused.length === 0,
      at,
      retryAfterSeconds: (until - at) / 1000,
      firstRefusals: counted.filter(({ key }) => first.includes(key)).map(({ name }) => name),
    }
  }

  const refusals = new LRUCache<string, Refusals>({ max: MAX_REFUSALS })

  return {
    tryTake,

    /** The seconds until all of these counters allow another attempt; null if they do now. Counts nothing. */
    async findPause(counters: Counter[]): Promise<number | null> {
      const { rows } = await sql<{ expire: string | null }>`
        select max(expire) as expire from attempt_limits
          join unnest(${counters.map(keyOf)}::text[], ${counters.map(maxPointsOf)}::integer[]) as t (wanted, most)
            on key = wanted
         where points >= most and expire > ${now().getTime()}`.execute(db)
      const expire = rows[0]?.expire ?? null
      return expire === null ? null : (Number(expire) - now().getTime()) / 1000
    },

    /** Counts one attempt in all of these counters. @throws Refusal with the seconds to wait when one of them refuses */
    async take(counters: Counter[], code: RefusalCode = 'too-many-attempts'): Promise<void> {
      const key = counters.map(keyOf).join()
      const at = now().getTime()
      const refused = refusals.get(key)
      if (refused && refused.until > at) {
        refused.nextAt = Math.max(refused.nextAt, performance.now()) + REFUSAL_PAUSE_MS
        const pauseMs = refused.nextAt - performance.now()
        throw refuse(code, { retryAfterSeconds: (refused.until - at) / 1000, pauseMs })
      }
      const { isAllowed, retryAfterSeconds } = await tryTake(db, counters)
      if (isAllowed) return
      refusals.set(key, { until: at + retryAfterSeconds * 1000, nextAt: 0 })
      throw refuse(code, { retryAfterSeconds })
    },

    /** Deletes counters, and decrements others unless the window of the attempt at `at` has ended. */
    async reset(
      counters: Counter[],
      { decrement = [], at = 0 }: { decrement?: Counter[]; at?: number } = {},
    ) {
      const [deleted, reduced] = [counters.map(keyOf), decrement.map(keyOf)]
      const most = decrement.map(maxPointsOf)
      const windows = decrement.map(({ limit }) => limits[limit].windowMs)
      await sql`
        with locked as materialized (${lockKeys(sql`key = any (${[...deleted, ...reduced]})`)}), deletion as (
          delete from attempt_limits where key in (select key from locked where key = any (${deleted}))
        )
        update attempt_limits set points = least(points, most) - 1
          from unnest(${reduced}::text[], ${most}::integer[], ${windows}::bigint[]) as t (reduced, most, window_ms)
         where key in (select key from locked) and key = reduced and points > 0
           and expire <= ${at}::bigint + window_ms`.execute(db)
    },

    /** Deletes all counters of these subjects. Part of the transaction that erases them. */
    async deleteAttempts(db: Transaction, ...subjects: string[]): Promise<void> {
      for (const hashed of subjects.map(hash)) {
        const ofSubject = sql`key > ${`${hashed}:`} and key < ${`${hashed};`}`
        await sql`delete from attempt_limits where key in (${lockKeys(ofSubject)})`.execute(db)
      }
    },

    /**
     * Deletes the counters whose window or pause has ended. It skips those that an attempt holds: waiting for each other
     * could deadlock.
     */
    async removeExpired(): Promise<void> {
      await sql`delete from attempt_limits where key in (
        select key from attempt_limits where expire < ${now().getTime()} for update skip locked)`.execute(db)
    },
  }
}

/** Locks rows in the same order as `count_attempt`; another order could deadlock. */
const lockKeys = (condition: RawBuilder<unknown>) =>
  sql`select key from attempt_limits where ${condition} order by key for update`

export type AttemptLimits = ReturnType<typeof createAttemptLimits>
