import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { createAttemptLimits } from '../../identity/passwords/attempt-limits.ts'
import { storeUser } from '../../testing/stored.ts'
import { AUTH_SECRET } from '../../testing/test-app.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { startHousekeeping } from './housekeeping.ts'

const HOUR_MS = 3_600_000
const { db } = await openTestDatabase()
afterEach(() => {
  vi.useRealTimers()
})

const warnings: object[] = []
const log = { warn: (details: object) => void warnings.push(details) }

test('once an hour what has run out is removed, and nothing else', async () => {
  const { id } = await storeUser(db)
  for (const [name, offset] of Object.entries({ old: '-1 second', new: '1 day' })) {
    await sql`insert into sessions (user_id, token, expires_at) values (${id}, ${name}, now() + ${offset}::interval)`.execute(
      db,
    )
    await sql`insert into attempt_limits (key, points, expire)
      values (${name}, 1, (extract(epoch from now() + ${offset}::interval) * 1000)::bigint)`.execute(db)
  }
  await sql`insert into deleted_posts values
    (${id}, now() - interval '24 hours 1 second'), (${id}, now() - interval '23 hours')`.execute(db)
  await sql`insert into mail_links values (${id}, 'verify-email', 'old', now() - interval '1 second'),
    (${id}, 'reset-password', 'new', now() + interval '1 day')`.execute(db)

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { limits } = readConfig({})
  const housekeeping = startHousekeeping({
    db,
    limits,
    attempts: createAttemptLimits(db, { settings: limits, secret: AUTH_SECRET, now: () => new Date() }),
    recordSecurityEvent: () => {},
    now: () => new Date(),
    log,
  })
  vi.advanceTimersByTime(HOUR_MS)
  const left = async () => {
    const { rows } = await sql<{ what: string }>`
      select 'session ' || token as what from sessions union all select 'attempt ' || key from attempt_limits
      union all select 'deleted post of ' || extract(hour from age(now(), requested_at)) || ' hours'
      from deleted_posts
      union all select 'link ' || purpose from mail_links order by what`.execute(db)
    return rows.map(row => row.what)
  }
  await expect
    .poll(left)
    .toEqual(['attempt new', 'deleted post of 23 hours', 'link reset-password', 'session new'])
  housekeeping.stop()
  expect(vi.getTimerCount()).toBe(0)
  expect(warnings).toEqual([])
})
