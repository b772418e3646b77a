import type { RefusalCode } from '@blood-bank/contract/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Limits } from '../../config/limits.ts'
import type { Database } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/refuse.ts'
import { createKeyedHash } from '../../platform/secrets/keyed-hash.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Of PostgreSQL's `integer`. */
const MAX_INTEGER = 2 ** 31 - 1

/**
 * So many points in a window that begins with the first of them. The first attempt past them begins a pause; where that is
 * nought, the rest of the window is the pause.
 */
type Limit = { points: number; windowMs: number; pauseMs: number }

/** How often things may be tried, by the settings (limits.ts). */
const limitsOf = ({ signIns, mails, registrationsPerHour, ownExportsPerMinute }: Limits) =>
  ({
    /** Per account and browser or address prefix. Nobody waits for longer than a quarter of an hour. */
    signInsPerMinute: { points: signIns.perMinute, windowMs: MINUTE_MS, pauseMs: MINUTE_MS },
    signInFailuresPerHour: {
      points: signIns.failuresPerHour,
      windowMs: HOUR_MS,
      pauseMs: 15 * MINUTE_MS,
    },
    /** Per account. Two windows meet in any 60 minutes, so that these see at most twice as many passwords. */
    strangersSignInsPerHour: { points: signIns.byStrangersPerHour, windowMs: HOUR_MS, pauseMs: 0 },
    /** Per account. */
    ownExportsPerMinute: { points: ownExportsPerMinute, windowMs: MINUTE_MS, pauseMs: 0 },
    registrationsOfAddress: { points: registrationsPerHour, windowMs: HOUR_MS, pauseMs: 0 },
    /** Per recipient and kind of mail. */
    mailsPerQuarterHour: { points: mails.perQuarterHour, windowMs: 15 * MINUTE_MS, pauseMs: 0 },
    mailsPerDay: { points: mails.perDay, windowMs: DAY_MS, pauseMs: 0 },
    ownMailsPerQuarterHour: { points: mails.ownPerQuarterHour, windowMs: 15 * MINUTE_MS, pauseMs: 0 },
    ownMailsPerDay: { points: mails.ownPerDay, windowMs: DAY_MS, pauseMs: 0 },
  }) satisfies Record<string, Limit>

export type LimitName = keyof ReturnType<typeof limitsOf>

/** What is counted: attempts of one kind at a subject (an account, an address), from a scope (a browser). */
export type Counter = { limit: LimitName; subject: string; scope?: string }

/** How counting an attempt went. */
export type Count = {
  isAllowed: boolean
  /** When it was counted, in milliseconds. */
  at: number
  retryAfterSeconds: number
  /** The limits that refuse for the first time since they last allowed something. */
  firstRefusals: LimitName[]
}

type CountRow = { key: string; expire: string; isRefused: boolean; isFirstRefusal: boolean }

type Options = { settings: Limits; secret: string; now: () => Date }

/** Counts attempts in PostgreSQL, so that several servers count together (docs/decisions/0006). */
export function createAttemptLimits(db: Database, { settings, secret, now }: Options) {
  const limits = limitsOf(settings)
  const hash = createKeyedHash(secret, 'attempt limits')

  /** Neither an email nor an address stands in the table. What is counted of a subject is a range of keys. */
  const keyOf = ({ limit, subject, scope }: Counter) =>
    [hash(subject), limit, ...(scope === undefined ? [] : [hash(scope)])].join(':')

  return {
    /**
     * Counts one attempt at all of these counters, or at none when one of them refuses. Where the attempt is a change of
     * the database, give its transaction.
     */
    async tryTake(db: Database, counters: Counter[]): Promise<Count> {
      const at = now().getTime()
      const counted = counters
        .filter(({ limit }) => Number.isFinite(limits[limit].points))
        .map(counter => ({ ...limits[counter.limit], name: counter.limit, key: keyOf(counter) }))
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
    },

    /** Counts one attempt. @throws Refusal with the seconds to wait when there were too many. */
    async take(limit: LimitName, subject: string, code: RefusalCode = 'too-many-attempts'): Promise<void> {
      const { isAllowed, retryAfterSeconds } = await this.tryTake(db, [{ limit, subject }])
      if (!isAllowed) throw refuse(code, { retryAfterSeconds })
    },

    /** Forgets what these counters have counted; takes one attempt back at others, unless their window has ended since. */
    async reset(forgotten: Counter[], { back = [], at = 0 }: { back?: Counter[]; at?: number } = {}) {
      const [deleted, reduced] = [forgotten.map(keyOf), back.map(keyOf)]
      const most = back.map(({ limit }) => limits[limit].points).map(points => Math.min(points, MAX_INTEGER))
      const windows = back.map(({ limit }) => limits[limit].windowMs)
      await sql`
        with locked as materialized (${lockKeys(sql`key = any (${[...deleted, ...reduced]})`)}), deletion as (
          delete from attempt_limits where key in (select key from locked where key = any (${deleted}))
        )
        update attempt_limits set points = least(points, most) - 1
          from unnest(${reduced}::text[], ${most}::integer[], ${windows}::bigint[]) as t (reduced, most, window_ms)
         where key in (select key from locked) and key = reduced and points > 0
           and expire <= ${at}::bigint + window_ms`.execute(db)
    },

    /** Forgets every attempt at these subjects. Give the transaction in which they go. */
    async deleteAttempts(db: Database, ...subjects: string[]): Promise<void> {
      for (const hashed of subjects.map(hash)) {
        const ofSubject = sql`key > ${`${hashed}:`} and key < ${`${hashed};`}`
        await sql`delete from attempt_limits where key in (${lockKeys(ofSubject)})`.execute(db)
      }
    },
  }
}

/** The rows are locked in the order in which `count_attempt` locks them: in another, two could wait for each other. */
const lockKeys = (condition: RawBuilder<unknown>) =>
  sql`select key from attempt_limits where ${condition} order by key for update`

export type AttemptLimits = ReturnType<typeof createAttemptLimits>
