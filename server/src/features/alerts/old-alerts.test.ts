import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeAlert, storeBloodRequest, storeUser } from '../../testing/stored.ts'
import { removeOldAlerts } from './store.ts'

const { db } = await createTestDatabase()
const now = new Date('2026-06-01T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

test.each([
  ['closed request are kept for 90 days', 'fulfilled', [80]],
  ['active request are all kept, so that nobody is asked twice', 'active', [100, 80]],
] as const)('the alerts of a %s', async (_, status, kept) => {
  const bloodRequest = await storeBloodRequest(db, { status })
  for (const days of [100, 80]) {
    const { id: userId } = await storeUser(db)
    const about = { bloodRequestId: bloodRequest.id, kind: 'wave' } as const
    await storeAlert(db, {
      ...about,
      requesterId: bloodRequest.userId,
      userId,
      urgency: 'low',
      alertedAt: daysAgo(days),
    })
    await db
      .insertInto('alertWaves')
      .values({ ...about, plannedAt: daysAgo(days) })
      .execute()
  }
  await removeOldAlerts(db, now)
  const ofRequest = sql`where blood_request_id = ${bloodRequest.id} order by at`
  const alerts = await sql<{ at: Date }>`select alerted_at as at from alerts ${ofRequest}`.execute(db)
  const waves = await sql<{ at: Date }>`select planned_at as at from alert_waves ${ofRequest}`.execute(db)
  const times = kept.map(daysAgo)
  expect(alerts.rows.map(({ at }) => at)).toEqual(times)
  expect(waves.rows.map(({ at }) => at)).toEqual(times)
})
