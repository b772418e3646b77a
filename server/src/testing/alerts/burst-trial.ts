import type { Connection } from '@blood-bank/postgres-local/data-folder'
import { sql } from 'kysely'
import type pg from 'pg'
import { Registry } from 'prom-client'
import { DEFAULT_POLICY } from '../../config/alert-policy.ts'
import { createAlertMetrics } from '../../features/alerts/metrics.ts'
import { createPlanner } from '../../features/alerts/planning/planner.ts'
import { createDatabase, createPool } from '../../platform/database/connection.ts'

const MINUTE_MS = 60_000

/** Ahead of a running planner, which would take part. */
const AHEAD_MS = 30 * MINUTE_MS

export type BurstCost = {
  requests: number
  alerts: number
  /** How long the planner took for all requests. */
  ms: number
  /** How long each statement took, with the wait for its result in this process. */
  statements: { text: string; ms: number }[]
}

/**
 * Plans urgent requests that are all due at the same time on a large campus, with a planner as a server has one, and
 * commits. For benchmarks: it uses no test runner.
 * @param connection as the owner of the tables
 */
export async function planBurst({ host, user, database }: Connection, requests: number): Promise<BurstCost> {
  const pool = createPool({ host, user, database }, () => {}, { hasTimeouts: false })
  const statements = measureStatements(pool)
  const db = createDatabase(pool)
  const now = () => new Date(Date.now() + AHEAD_MS)
  try {
    await sql`update blood_requests set next_wave_at = null where next_wave_at is not null`.execute(db)
    await sql`
      insert into blood_requests (user_id, user_email, patient_name, required_blood_group, units_required, hospital_name,
                                  contact_person, contact_number, urgency, next_wave_at)
      select user_id, user_email, 'Patient ' || id, required_blood_group, 2, hospital_name, contact_person, contact_number,
             'urgent', now() + interval '29 minutes'
        from blood_requests where status = 'active' and not is_hidden and hidden_at is null order by md5(id::text) limit ${requests}`.execute(
      db,
    )
    const planDueWaves = createPlanner({
      ...{ db, now, authSecret: 'a secret for measuring alone', log: { warn: failOn } },
      config: { timeZone: 'Asia/Dhaka', donationIntervalDays: 120, alertPolicy: DEFAULT_POLICY },
      alertMetrics: createAlertMetrics(new Registry()),
    })
    statements.length = 0
    const startedAt = performance.now()
    const planned = await planDueWaves()
    const ms = performance.now() - startedAt
    const { rows } = await sql<{ alerts: number }>`
      select count(*)::int as alerts from alerts where alerted_at > now() + interval '20 minutes'`.execute(db)
    return { requests: planned, alerts: rows[0]?.alerts ?? 0, ms, statements: [...statements] }
  } finally {
    await pool.end()
  }
}

function measureStatements(pool: pg.Pool): BurstCost['statements'] {
  const statements: BurstCost['statements'] = []
  pool.on('connect', client => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    client.query = (async (first: string | pg.QueryConfig, ...rest: unknown[]) => {
      const startedAt = performance.now()
      try {
        return await query(first, ...rest)
      } finally {
        const text = typeof first === 'string' ? first : first.text
        statements.push({ text, ms: performance.now() - startedAt })
      }
    }) as typeof client.query
  })
  return statements
}

const failOn = (details: object) => {
  throw new Error(`alerts were not planned: ${JSON.stringify(details)}`)
}
