import { acceptAlert, declineAlert } from '@blood-bank/contract/alerts/answers'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertMails, countAlertMails } from '../../features/alerts/mails.ts'
import { setBloodRequestsHidden } from '../../features/blood-requests/store.ts'
import { inTransaction } from '../../platform/database/connection.ts'
import { countDeadJobs } from '../../platform/jobs/attempts.ts'
import { sendMailJob } from '../../platform/mail/send-mail.job.ts'
import { plannerOf } from '../../testing/alerts/alerts.ts'
import { DONOR_NUMBER, type Member, newDonor, offered, post } from '../../testing/offers/offers.ts'
import { runDueJobs } from '../../testing/run-due-jobs.ts'
import { storeBloodRequest } from '../../testing/stored.ts'
import { AUTH_SECRET, startTestApp, tokenIn } from '../../testing/test-app.ts'

const bank = await startTestApp()
const plan = plannerOf(bank)

/** The metrics whose names match, without those that are 0. */
async function metrics(pattern: RegExp) {
  const { text } = await bank.stranger().send('GET', '/metrics')
  const lines = text.split('\n').filter(line => pattern.test(line) && !line.startsWith('#'))
  return Object.fromEntries(lines.map(line => line.split(' ')).filter(([, value]) => value !== '0'))
}

const tokenFor = async (donor: Member) => tokenIn((await bank.mailsTo(donor.user?.email ?? '')).at(-1))

test('alerts are counted by answer and delivery, and the minutes to the first offer are measured', async () => {
  const [rima, nadia, late] = [await newDonor(bank), await newDonor(bank), await newDonor(bank)]
  const request = await post(await bank.signedInAs())
  bank.advance(1_000)
  await plan()
  expect(await metrics(/^alert/)).toEqual({ 'alerts_total{answer="asked"}': '3' })

  const body = { token: await tokenFor(rima) }
  expect(await metrics(/^alert_deliveries/)).toEqual({
    'alert_deliveries_total{channel="mail",state="sent"}': '3',
  })

  bank.advance(7 * MINUTE_MS)
  await rima.call(declineAlert, { body })
  await bank.stranger().call(acceptAlert, {
    body: { token: await tokenFor(nadia), digits: DONOR_NUMBER.slice(-4) },
  })
  await offered(late, request)
  expect(await metrics(/^alerts_total/)).toEqual({
    'alerts_total{answer="asked"}': '3',
    'alerts_total{answer="no"}': '1',
    'alerts_total{answer="yes"}': '2',
  })
  const seconds = await metrics(/^first_offer_seconds/)
  expect(seconds).toMatchObject({
    'first_offer_seconds_bucket{le="600"}': '1',
    first_offer_seconds_count: '1',
  })
  expect(seconds).not.toHaveProperty(['first_offer_seconds_bucket{le="300"}'])
})

test('an alert that is no longer wanted is dropped, and one that no mail server takes has failed', async () => {
  await bank.db.updateTable('bloodRequests').set({ nextWaveAt: null }).execute()
  await bank.db.updateTable('donors').set({ isAvailable: false }).execute()
  const before = await metrics(/^alert_deliveries/)
  const donor = await newDonor(bank)
  const { id } = await post(await bank.signedInAs())
  bank.advance(1_000)
  await plan()
  const [alert] = await bank.db.selectFrom('outbox').selectAll().where('kind', '=', 'alert').execute()
  expect(alert).toMatchObject({ recipient: donor.user?.email, attempts: 0 })
  const refusing = sendMailJob({
    db: bank.db,
    send: async () => {
      throw new Error('421 out of order')
    },
    composers: alertMails({ ...bank, authSecret: AUTH_SECRET }),
    takeFromBudget: async () => true,
    recordDelivery: countAlertMails(bank.alertMetrics),
    log: { error: () => {} },
  })
  const attempt = () => runDueJobs(bank.pool, { 'send-mail': refusing })
  const setAttempts = (attempts: number) =>
    sql`select from graphile_worker.reschedule_jobs(array[${alert?.id}::bigint], run_at => now(), attempts => ${attempts}::int)`.execute(
      bank.db,
    )
  await attempt()
  expect(await metrics(/^alert_deliveries/)).toEqual(before)
  await setAttempts(9)
  await attempt()
  const failed = { ...before, 'alert_deliveries_total{channel="mail",state="failed"}': '1' }
  expect(await metrics(/^alert_deliveries/)).toEqual(failed)
  expect(await metrics(/^dead_jobs/)).toEqual({ 'dead_jobs{task="send-mail"}': '1' })
  expect(await countDeadJobs(bank.db, new Date(Date.now() + MINUTE_MS))).toContainEqual({
    task: 'send-mail',
    count: 0,
  })

  await setAttempts(0)
  await bank.db.updateTable('bloodRequests').set({ status: 'cancelled' }).where('id', '=', id).execute()
  await bank.mailsTo('')
  expect(await metrics(/^alert_deliveries|^dead_jobs/)).toEqual({
    ...failed,
    'alert_deliveries_total{channel="mail",state="dropped"}': '1',
  })
})

test('the planner lags behind the request that has been due longest', async () => {
  await bank.db.updateTable('bloodRequests').set({ nextWaveAt: null }).execute()
  expect(await metrics(/^planner_lag/)).toEqual({})
  const dueFor = (minutes: number, more: Parameters<typeof storeBloodRequest>[1] = {}) =>
    storeBloodRequest(bank.db, {
      nextWaveAt: new Date(bank.now().getTime() - minutes * MINUTE_MS),
      ...more,
    })
  for (const minutes of [-9, 3, 7]) await dueFor(minutes)
  await dueFor(20, { status: 'fulfilled' })
  const { userId: hiddenOwner } = await dueFor(20)
  await inTransaction(bank.db, db => setBloodRequestsHidden(db, hiddenOwner, true))
  const { planner_lag_seconds: lag } = await metrics(/^planner_lag/)
  expect(Math.floor(Number(lag) / 60)).toBe(7)
  await plan()
  expect(await metrics(/^planner_lag/)).toEqual({})
})
