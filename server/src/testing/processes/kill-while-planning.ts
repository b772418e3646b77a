import { setTimeout as pause } from 'node:timers/promises'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { sql } from 'kysely'
import { createDatabase, createPool, type Database } from '../../platform/database/connection.ts'
import { embeddedDatabaseUrl } from '../launch-product.ts'
import { aDataFolder, startProduct } from '../running-product.ts'
import { storeBloodRequest, storeDonor } from '../stored.ts'

type Size = { donors: number; bloodRequests: number; kills: number }

type Outcome = {
  alerts: number
  /** Donors who were asked more than twice, and donors who were asked twice for one request or patient. */
  faults: string[]
  /** Alerts whose email was neither sent nor waits. */
  lost: number
}

const ENVIRONMENT = { TIME_ZONE: 'Asia/Dhaka' }

/**
 * Two servers plan the alerts of many requests for few donors, and one of them is killed with SIGKILL at random times and
 * started again, until no request is due.
 */
export async function killWhilePlanning({ donors, bloodRequests, kills }: Size): Promise<Outcome> {
  const dataDir = await aDataFolder()
  await startProduct({ dataDir, environment: ENVIRONMENT })
  const pool = createPool(connectionTo(dataDir), () => {}, { hasTimeouts: false })
  const db = createDatabase(pool)
  const startSecond = () =>
    startProduct({ dataDir, environment: { ...ENVIRONMENT, DATABASE_URL: embeddedDatabaseUrl(dataDir) } })
  try {
    for (let nth = 0; nth < donors; nth += 1) await storeDonor(db, { bloodGroup: 'O-' })
    await sql`update users set email_verified = true`.execute(db)
    let second = await startSecond()
    for (let nth = 0; nth < bloodRequests; nth += 1)
      await storeBloodRequest(db, {
        urgency: 'urgent',
        patientName: `Patient ${nth}`,
        nextWaveAt: null,
      })
    // With a record, requesters may use all alerts of a donor.
    await sql`insert into donations (blood_request_id, donated_on, recorded_by)
              select id, '2026-01-01', 'requester' from blood_requests`.execute(db)
    await sql`update blood_requests set next_wave_at = now()`.execute(db)
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(Math.random() * 1_500)
      await second.kill('node')
      second = await startSecond()
    }
    while ((await countDue(db)) > 0) await pause(200)
    return await inspect(db)
  } finally {
    await pool.end()
  }
}

const only = async <T>(rows: Promise<{ rows: T[] }>): Promise<T> => {
  const [row] = (await rows).rows
  if (row === undefined) throw new Error('The statement returns a row.')
  return row
}

const countDue = async (db: Database) =>
  (
    await only(
      sql<{
        due: number
      }>`select count(*)::int as due from blood_requests where next_wave_at <= now()`.execute(db),
    )
  ).due

async function inspect(db: Database): Promise<Outcome> {
  const { rows: faults } = await sql<{ fault: string }>`
    select user_id || ' was asked ' || count(*) || ' times in a week' as fault from alerts
     group by user_id having count(*) > 2
    union all
    select user_id || ' was asked twice for one patient' from alerts group by user_id, need having count(*) > 1`.execute(
    db,
  )
  const counted = await only(
    sql<{ alerts: number; emails: number }>`
      select (select count(*)::int from alerts) as alerts,
             (select count(*)::int from alerts join users on users.id = user_id
               where exists (select from outbox where about_id = alerts.id)
                  or exists (select from alert_links where alert_id = alerts.id)) as emails`.execute(db),
  )
  return {
    alerts: counted.alerts,
    faults: faults.map(({ fault }) => fault),
    lost: counted.alerts - counted.emails,
  }
}
