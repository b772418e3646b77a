import { setTimeout as pause } from 'node:timers/promises'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { query } from '@blood-bank/postgres-local/testing/queries'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, createPool } from '../platform/database/connection.ts'
import { aDataFolder, startProduct, startSecondServer } from '../testing/running-product.ts'
import { storeBloodRequest, storeDonor } from '../testing/stored.ts'

const DONORS = 300
const BLOOD_REQUESTS = 500
const KILLS = 10
const environment = { TIME_ZONE: 'Asia/Dhaka' }

/** With a record, which an admin gives them at once, requesters may use all alerts of a donor. */
const MAKE_DUE = `
  update users set email_verified = true;
  insert into donations (blood_request_id, donated_on, recorded_by)
    select id, '2026-01-01', 'admin' from blood_requests;
  update blood_requests set next_wave_at = now()`

const FAULTS = `
  select user_id, 'was asked more than twice in a week' as fault from alerts group by user_id having count(*) > 2
  union all
  select user_id, 'was asked twice for one patient' from alerts group by user_id, need having count(*) > 1
  union all
  select user_id, 'has an alert without an email that was sent or waits' from alerts
   where not exists (select from outbox where about_id = alerts.id)
     and not exists (select from alert_links where alert_id = alerts.id)`

test('two servers plan 500 requests for 300 donors, one is killed ten times: no donor is asked too often, no alert is lost', async () => {
  const dataDir = await aDataFolder()
  await startProduct({ dataDir, environment })
  const connection = connectionTo(dataDir)
  const pool = createPool(connection, () => {}, { hasTimeouts: false })
  onTestFinished(() => pool.end())
  const db = createDatabase(pool)
  for (let nth = 0; nth < DONORS; nth += 1) await storeDonor(db, { bloodGroup: 'O-' })
  for (let nth = 0; nth < BLOOD_REQUESTS; nth += 1)
    await storeBloodRequest(db, { urgency: 'urgent', patientName: `Patient ${nth}`, nextWaveAt: null })

  let second = await startSecondServer({ dataDir }, { environment })
  await query(connection, MAKE_DUE)
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(Math.random() * 1_500)
    await second.kill('node')
    second = await startSecondServer({ dataDir }, { environment })
  }
  const due = () => query(connection, 'select id from blood_requests where next_wave_at <= now()')
  await expect.poll(due, { timeout: 300_000, interval: 200 }).toEqual([])
  expect(await query(connection, FAULTS)).toEqual([])
  expect((await query(connection, 'select from alerts')).length).toBeGreaterThan(DONORS)
})
