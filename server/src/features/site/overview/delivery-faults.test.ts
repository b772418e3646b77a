import { MINUTE_MS } from '@blood-bank/contract/durations'
import { readOverview } from '@blood-bank/contract/site/overview'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MAX_AGE_MS } from '../../../platform/http/replies/shared-reply.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { sendMailJob } from '../../../platform/mail/send-mail.job.ts'
import { createMailSender } from '../../../platform/mail/transport.ts'
import { plannerOf } from '../../../testing/alerts/alerts.ts'
import { runDueJobs } from '../../../testing/run-due-jobs.ts'
import { startSmtpStub } from '../../../testing/smtp-stub.ts'
import { storeBloodRequest } from '../../../testing/stored.ts'
import { startTestApp } from '../../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })
const refusing = await startSmtpStub('rejects')

const faults = async () => {
  bank.advance(MAX_AGE_MS + 1)
  return (await admin.call(readOverview)).body.deliveryFaults
}
const NONE = {
  mailsGivenUp: 0,
  pushesGivenUp: 0,
  textsGivenUp: 0,
  textError: null,
  textLimitReached: null,
  unverifiedMails: null,
  planningDelayMinutes: 0,
}

test('emails that the mail server refuses until they are given up are reported for a day', async () => {
  const { db, pool } = bank
  const job = sendMailJob({
    db,
    recordDelivery: () => {},
    log: { error: () => {} },
    takeFromBudget: async () => true,
    send: createMailSender({ smtpUrl: refusing.url, from: 'no-reply@example.edu' }, db),
    composers: {
      greeting: async (_db, to) => ({ to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }),
    },
  })
  const attempt = () => runDueJobs(pool, { 'send-mail': job })
  for (const name of ['rima', 'nadia']) await enqueueMail(db, 'greeting' as never, `${name}@example.edu`)
  expect(await attempt()).toBe(2)
  expect(await faults(), 'they are tried again').toEqual(NONE)
  await sql`
    update graphile_worker._private_jobs
       set run_at = now(), attempts = 9, updated_at = created_at - interval '2 days'`.execute(db)
  expect(await attempt()).toBe(2)
  expect(await faults()).toEqual({ ...NONE, mailsGivenUp: 2 })
  bank.advance(24 * 60 * MINUTE_MS)
  expect(await faults()).toEqual(NONE)
})

test('notifications that were given up are reported', async () => {
  await sql`
    with job as (select id from graphile_worker.add_job('send-push', max_attempts => 1))
    select from job, graphile_worker.permanently_fail_jobs(array[job.id], 'refused')`.execute(bank.db)
  bank.advance(Date.now() - bank.now().getTime())
  expect(await faults()).toMatchObject({ pushesGivenUp: 1 })
})

test('a request that has waited for the planner for more than five minutes is reported', async () => {
  await storeBloodRequest(bank.db, { nextWaveAt: bank.now() })
  bank.advance(5 * MINUTE_MS)
  expect(await faults()).toMatchObject({ planningDelayMinutes: 0 })
  bank.advance(7 * MINUTE_MS)
  expect(await faults()).toMatchObject({ planningDelayMinutes: 12 })
  await plannerOf(bank)()
  expect(await faults()).toMatchObject({ planningDelayMinutes: 0 })
})
