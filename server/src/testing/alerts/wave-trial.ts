import { createHash } from 'node:crypto'
import type { Connection } from '@blood-bank/postgres-local/data-folder'
import { sql } from 'kysely'
import { DEFAULT_POLICY } from '../../config/alert-policy.ts'
import { askDonors } from '../../features/alerts/planning/ask-donors.ts'
import { lockDueBloodRequest } from '../../features/blood-requests/store.ts'
import { calendarDate } from '../../platform/clock/local-time.ts'
import {
  createDatabase,
  createPool,
  type Database,
  inTransaction,
} from '../../platform/database/connection.ts'

/** Long after the time at which a running planner looks, so that only a trial finds these requests due. */
const DUE_AT = new Date('2100-01-01T00:00:00Z')

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

class RolledBack extends Error {}

/** What a wave cost. */
type WaveCost = { ms: number; alerts: number }

/**
 * Plans waves on a large campus with the code of the planner, and rolls them back. For benchmarks: it uses no test runner.
 * @param connection as the owner of the tables
 */
export async function createWaveTrial({ host, user, database }: Connection) {
  const pool = createPool({ host, user, database }, () => {}, { hasTimeouts: false })
  const db = createDatabase(pool)

  async function plan(bloodRequestId: string): Promise<WaveCost> {
    const now = new Date()
    let cost: WaveCost | null = null
    const trial = inTransaction(db, async db => {
      await sql`update blood_requests set next_wave_at = ${now}::timestamptz - interval '1 day'
                 where id = ${bloodRequestId}`.execute(db)
      const startedAt = performance.now()
      const bloodRequest = await lockDueBloodRequest(db, now)
      if (bloodRequest?.id !== bloodRequestId) throw new Error('Another blood request was due.')
      const alerts = await askDonors(db, bloodRequest, {
        policy: DEFAULT_POLICY,
        answerShare: 1 / 8,
        texts: null,
        quietUntil: null,
        now,
        hashNeed: hash,
        hashMailbox: hash,
        listedDomains: [],
        countAskable: async () => 0,
        warnAdmins: async () => {},
        day: { intervalDays: 120, plateletIntervalDays: 14, today: calendarDate(now, 'Asia/Dhaka') },
      })
      cost = { ms: performance.now() - startedAt, alerts }
      throw new RolledBack()
    })
    await trial.catch(error => {
      if (!(error instanceof RolledBack)) throw error
    })
    if (!cost) throw new Error('A wave was planned.')
    return cost
  }

  return {
    /**
     * Replaces all alerts by those of some months, and makes active requests due one after the other. A donor has given for
     * each of their owners before, so that the limits for requesters without a record do not apply.
     */
    async storeAlerts(requests: number): Promise<void> {
      await sql`delete from alerts`.execute(db)
      await sql`delete from alert_waves`.execute(db)
      await sql`delete from alert_preferences`.execute(db)
      await storeAlerts(db, { firstWaveAt: DUE_AT, requests })
      await sql`
        insert into donations (blood_request_id, donated_on, recorded_by)
        select id, '2026-01-01', 'admin' from blood_requests where next_wave_at is not null`.execute(db)
      // What was given is not needed any more.
      await sql`update blood_requests set units_required = units_required + 1
                 where next_wave_at is not null`.execute(db)
      await sql`vacuum (analyze, index_cleanup on) donations, blood_requests`.execute(db)
    },

    /** Locks a blood request and plans its wave, up to the commit. */
    plan,

    end: () => pool.end(),
  }
}

/**
 * Stores the alerts of a campus that has used them for months: a fifth of the donors were asked three times, some have
 * preferences, and waves of active requests are due, one each second.
 * @param firstWaveAt when the first wave is due
 * @param requests how many requests have a wave
 */
export async function storeAlerts(
  owner: Database,
  { firstWaveAt, requests }: { firstWaveAt: Date; requests: number },
): Promise<void> {
  const donors = sql`(select user_id, row_number() over (order by registered_at) as nth from donors) d`
  await sql`
    insert into alert_preferences (user_id, frequency, paused_until, first_alert_from)
    select user_id, case when nth % 20 = 0 then 'as-needed' else 'one-a-month' end,
           case when nth % 50 = 0 then now() + interval '1 week' end,
           case when nth % 2000 > 0 then now() - interval '1 year' end
      from ${donors} where nth % 10 = 0`.execute(owner)
  await sql`
    insert into alerts (blood_request_id, requester_id, user_id, need, urgency, kind, alerted_at, answer, answered_at)
    select b.id, b.user_id, d.user_id, sha256(b.id::text::bytea), b.urgency, 'wave', alerted_at,
           case when d.nth % 25 = 0 then 'yes' end, case when d.nth % 25 = 0 then alerted_at end
      from ${donors}
      join (select *, row_number() over (order by requested_at) as nth from blood_requests) b on b.nth = d.nth
     cross join lateral (
       select now() - (times * 20 + d.nth % 20) * interval '1 day' as alerted_at from generate_series(1, 3) times
     ) times
     where d.nth % 5 = 0
        on conflict do nothing`.execute(owner)
  await sql`
    update donors set last_alerted_at = last.at, alert_order = random()
      from (select user_id, max(alerted_at) as at from alerts group by 1) last
     where last.user_id = donors.user_id`.execute(owner)
  await sql`
    update blood_requests set next_wave_at = ${firstWaveAt}::timestamptz + (nth - 1) * interval '1 second'
      from (select id, row_number() over (order by requested_at desc) as nth from blood_requests
             where status = 'active' limit ${requests}) active
     where active.id = blood_requests.id`.execute(owner)
  // With few dead rows, PostgreSQL would leave them in the indexes, and the plans would count them.
  await sql`vacuum (analyze, index_cleanup on) alert_preferences, alerts, donors, blood_requests`.execute(
    owner,
  )
}
