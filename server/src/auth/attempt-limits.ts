import { createHash } from 'node:crypto'
import type { RefusalCode } from '@blood-bank/contract/errors'
import { sql } from 'kysely'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../database/connection.ts'
import { refuse } from '../http/refuse.ts'
import type { Limits } from '../limits.ts'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

/** So many points in such a time; past them, a pause. All in seconds. */
type Limit = { points: number; duration: number; blockDuration?: number }

/**
 * How often things may be tried. An account slows down in two steps and never for longer than a quarter of an
 * hour, so that nobody can lock its owner out for good; an address may carry a whole campus.
 */
const limitsBy = ({ registrationsPerHour }: Pick<Limits, 'registrationsPerHour'>) =>
  ({
    signInToAccount: { points: 5, duration: MINUTE_S, blockDuration: MINUTE_S },
    failuresOfAccount: { points: 30, duration: HOUR_S, blockDuration: 15 * MINUTE_S },
    failuresOfAddress: { points: 300, duration: 10 * MINUTE_S, blockDuration: 5 * MINUTE_S },
    registrationsOfAddress: { points: registrationsPerHour, duration: HOUR_S },
    linkUsesOfAddress: { points: 300, duration: 10 * MINUTE_S },
    resetMailsOfAddress: { points: 600, duration: 10 * MINUTE_S },
    resetMailsToAccount: { points: 30, duration: 15 * MINUTE_S },
    verificationMails: { points: 5, duration: 5 * MINUTE_S },
  }) satisfies Record<string, Limit>

type LimitName = keyof ReturnType<typeof limitsBy>

/** Counts attempts in PostgreSQL, so that several servers count together. */
export function openAttemptLimits(pool: pg.Pool, settings: Pick<Limits, 'registrationsPerHour'>) {
  const limits = limitsBy(settings)
  const limiters = new Map(
    Object.entries(limits).map(([name, limit]) => [name, openLimiter(pool, name, limit)] as const),
  )
  const limiterOf = (name: LimitName) => limiters.get(name) as RateLimiterPostgres

  return {
    /** Counts one attempt. @throws Refusal with the seconds to wait when there were too many. */
    async take(name: LimitName, key: string, code: RefusalCode = 'too-many-attempts'): Promise<void> {
      if (!(await this.tryTake(name, key))) {
        const state = await limiterOf(name).get(hashed(key))
        throw refuse(code, { retryAfterSeconds: (state?.msBeforeNext ?? 0) / 1000 })
      }
    },

    /** Counts one attempt; false when there were too many. */
    async tryTake(name: LimitName, key: string): Promise<boolean> {
      try {
        await limiterOf(name).consume(hashed(key))
        return true
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return false
        throw reason
      }
    },

    /** @throws Refusal when there were too many attempts of one of these kinds already; counts nothing. */
    async check(keys: Partial<Record<LimitName, string>>): Promise<void> {
      const most = new Map(
        Object.entries(keys).map(([name, key]) => [rowOf(name, key), limits[name as LimitName].points]),
      )
      const { rows } = await pool.query<{ key: string; points: number; expire: string }>(
        'select key, points, expire from attempt_limits where key = any ($1) and expire > $2',
        [[...most.keys()], Date.now()],
      )
      const exceeded = rows.filter(({ key, points }) => points > (most.get(key) ?? 0))
      if (exceeded.length === 0) return
      const until = Math.max(...exceeded.map(({ expire }) => Number(expire)))
      throw refuse('too-many-attempts', { retryAfterSeconds: (until - Date.now()) / 1000 })
    },

    /** Forgets the attempts of these kinds: the person has shown who they are. */
    async clear(key: string, ...names: LimitName[]): Promise<void> {
      const rows = names.map(name => rowOf(name, key))
      await pool.query('delete from attempt_limits where key = any ($1)', [rows])
    },

    /** Forgets every attempt of every kind under these keys. Give the transaction in which their owner goes. */
    async forget(db: Database, ...keys: string[]): Promise<void> {
      const rows = keys.flatMap(key => Object.keys(limits).map(name => rowOf(name, key)))
      await sql`delete from attempt_limits where key = any (${rows})`.execute(db)
    },
  }
}

export type AttemptLimits = ReturnType<typeof openAttemptLimits>

const openLimiter = (pool: pg.Pool, name: string, limit: Limit) =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'attempt_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    ...limit,
    // The library takes no infinite number.
    points: Math.min(limit.points, Number.MAX_SAFE_INTEGER),
  })

/** Under which key the library keeps the attempts of a kind. */
const rowOf = (name: string, key: string) => `${name}:${hashed(key)}`

/** Neither an email nor an address stands in the table. */
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')
