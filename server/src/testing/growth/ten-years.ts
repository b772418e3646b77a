import { DAY_MS } from '@blood-bank/contract/durations'
import { sql } from 'kysely'
import { createHooks } from '../../app.ts'
import type { Config } from '../../config.ts'
import { createAlertMetrics } from '../../features/alerts/metrics.ts'
import { createAttemptLimits } from '../../identity/access/attempt-limits.ts'
import { createTelemetry } from '../../identity/access/security-events.ts'
import { eraseAccount } from '../../identity/own-account/erase-account.ts'
import { createRandom } from '../../operations/demo/random.ts'
import { HOUSEKEEPING, housekeepingJob } from '../../operations/housekeeping/housekeeping.ts'
import { type Address, type Database, inTransaction } from '../../platform/database/connection.ts'
import { createLog } from '../../platform/http/log.ts'
import { registerMembers } from './members.ts'
import { atTime, type Moment } from './moved-clock.ts'
import { type Growth, measureGrowth, vacuumAsNeeded } from './tables.ts'
import { storeUse } from './use.ts'

const YEAR_DAYS = 365
/** Housekeeping runs once a minute; here after each of these periods. Meanwhile tables are larger than in use. */
const PERIOD_DAYS = 30
const MEMBERS = 5_000
const DONORS = 1_500
const ADMINS = 5
/** As many people come each year as erase their account. */
const JOINING_EACH_YEAR = 200
const JOINING_EACH_PERIOD = Math.round((JOINING_EACH_YEAR * PERIOD_DAYS) / YEAR_DAYS)
const UNVERIFIED_EACH_PERIOD = 5
/** In batches, like the job that runs each minute. */
const RUNS_OF_HOUSEKEEPING = 2

type Options = {
  /** Connects as the server. */
  address: Address
  owner: Database
  config: Config
  authSecret: string
  passwordHash: string
  years: number
  print?: (line: string) => void
}

/**
 * Writes years of a campus, which end now, into an empty database with a moved clock (`INSTALL_MOVED_CLOCK`), and has the
 * product's own housekeeping delete what it deletes.
 * @returns the tables after half of the years, and after all
 */
export async function liveYears({ address, owner, years, passwordHash, print = () => {}, ...site }: Options) {
  const random = createRandom(1916)
  const periods = Math.round((years * YEAR_DAYS) / PERIOD_DAYS)
  const startOf = (nth: number) => new Date(Date.now() - (periods - nth) * PERIOD_DAYS * DAY_MS)
  const join = { random, passwordHash }
  await atTime(address, startOf(0), async moment => {
    for (let group = 0; group < 10; group += 1)
      await registerMembers(moment, { ...join, count: MEMBERS / 10, donors: DONORS / 10, unverified: 0 })
    await sql`update users set role = 'admin' where id in (select id from users order by email limit ${ADMINS})`.execute(
      moment.db,
    )
    await sql`insert into push_keys (public_key, private_key) values ('public', 'encrypted')`.execute(
      moment.db,
    )
    await sql`insert into graphile_worker._private_known_crontabs values (${HOUSEKEEPING}, now(), now())`.execute(
      moment.db,
    )
    await sql`insert into token_keys (public_key, private_key) values ('{}', 'encrypted')`.execute(moment.db)
  })
  await sql`analyze`.execute(owner)
  const filled = new Set<string>()
  let half: Growth | undefined
  for (let nth = 1; nth <= periods; nth += 1) {
    const startedAt = performance.now()
    await atTime(address, startOf(nth), async moment => {
      await storeUse(moment, { random, days: PERIOD_DAYS })
      await registerMembers(moment, {
        ...join,
        count: JOINING_EACH_PERIOD + UNVERIFIED_EACH_PERIOD,
        donors: Math.round((JOINING_EACH_PERIOD * DONORS) / MEMBERS),
        unverified: UNVERIFIED_EACH_PERIOD,
      })
      await eraseOldest(moment, { ...site, count: JOINING_EACH_PERIOD })
      if (nth % 5 === 1)
        for (const { name, rows } of (await measureGrowth(owner)).tables) if (rows > 0) filled.add(name)
      await keepHouse(moment, site)
    })
    await vacuumAsNeeded(owner)
    if (nth === Math.round(periods / 2)) half = await measureGrowth(owner)
    print(`period ${nth} of ${periods}: ${Math.round(performance.now() - startedAt)} ms`)
  }
  return { half: half as Growth, whole: await measureGrowth(owner), filled }
}

type Site = Pick<Options, 'config' | 'authSecret'>

/** The product's housekeeping. A task that fails ends the test. */
async function keepHouse({ db, now }: Moment, { config, authSecret }: Site) {
  const housekeep = housekeepingJob({
    db,
    limits: config.limits,
    timeZone: config.timeZone,
    attempts: createAttemptLimits(db, { settings: config.limits, secret: authSecret, now }),
    recordSecurityEvent: () => {},
    now,
    log: {
      warn: details => {
        throw new Error(JSON.stringify(details))
      },
    },
  })
  for (let run = 0; run < RUNS_OF_HOUSEKEEPING; run += 1) await housekeep()
}

/** Erases accounts as their owners do. */
async function eraseOldest({ db, now }: Moment, { config, authSecret, count }: Site & { count: number }) {
  const { register } = createTelemetry(createLog(config))
  const { accounts } = createHooks({ config, authSecret, alertMetrics: createAlertMetrics(register), now })
  const attempts = createAttemptLimits(db, { settings: config.limits, secret: authSecret, now })
  const oldest = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'user')
    .where('emailVerified', '=', true)
    .orderBy('createdAt')
    .limit(count)
    .execute()
  // One after the other: erasures at the same moment of people who offered to each other can deadlock.
  for (const { id, email } of oldest)
    await inTransaction(db, async db => {
      await accounts.beforeErasingOwn(db, id)
      await eraseAccount(db, { id, email }, accounts)
      await attempts.deleteAttempts(db, email, id)
    })
}
