import { createHash } from 'node:crypto'
import type { Connection } from '@blood-bank/postgres-local/data-folder'
import { sql } from 'kysely'
import { DEFAULT_POLICY } from '../../config/alert-policy.ts'
import { askDonors } from '../../features/alerts/planning/ask-donors.ts'
import { lockDueBloodRequest } from '../../features/blood-requests/store.ts'
import { calendarDate } from '../../platform/clock/local-time.ts'
import { createDatabase, createPool, inTransaction } from '../../platform/database/connection.ts'
import { storeAlerts } from '../query-plans/store-use.ts'

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
        day: { intervalDays: 120, today: calendarDate(now, 'Asia/Dhaka') },
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
