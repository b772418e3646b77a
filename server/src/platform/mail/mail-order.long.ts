import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { startSmtpStub } from '../../testing/smtp-stub.ts'
import { startJobs } from '../jobs/run-jobs.ts'
import { enqueueMail, enqueueMails, enqueueNotices, enqueueStrangersMail } from './outbox.ts'
import { type ComposeMail, sendMailJob } from './send-mail.job.ts'
import { createMailSender } from './transport.ts'

const { db, address } = await createTestDatabase()
const slow = await startSmtpStub('slow')

const composeAs =
  (kind: string): ComposeMail =>
  async (_, to) => ({ to, subject: kind, text: kind, html: kind })

const KINDS = ['notice', 'invented', 'link', 'alert']

const start = () =>
  startJobs({
    address,
    tasks: {
      'send-mail': sendMailJob({
        db,
        recordDelivery: () => {},
        takeFromBudget: async () => true,
        send: createMailSender({ smtpUrl: slow.url, from: 'no-reply@example.edu' }, db),
        composers: Object.fromEntries(KINDS.map(kind => [kind, composeAs(kind)])),
        log: { error: details => expect.fail(JSON.stringify(details)) },
      }),
    },
    schedule: [],
    log: { warn: () => {} },
  })

const received = (kind: string) => slow.received.filter(({ source }) => source.includes(`Subject: ${kind}`))
const addresses = (count: number, name: string) =>
  Array.from({ length: count }, (_, nth) => `${name}${nth}@example.edu`)

test('while hundreds of notices, and what strangers cause, wait for a slow mail server, links and alerts are sent at once', async () => {
  const notices = addresses(300, 'member').map(recipient => ({ recipient }))
  await enqueueNotices(db, 'notice' as never, notices, { causedBy: null })
  for (let nth = 0; nth < 120; nth += 1) {
    const mail = { recipient: `invented${nth}@example.edu` }
    const cause = { networks: [`network ${nth % 12}`], isFirstOfMinute: nth < 12 }
    await enqueueStrangersMail(db, 'invented' as never, mail, cause)
  }
  const jobs = start()
  await expect.poll(() => received('notice').length, { timeout: 60_000 }).toBeGreaterThan(1)
  const before = received('notice').length
  for (const newcomer of addresses(3, 'newcomer')) await enqueueMail(db, 'link' as never, newcomer)
  const donors = addresses(3, 'donor').map(recipient => ({ recipient }))
  await enqueueMails(db, 'alert', donors, { urgency: 'prompt' })
  await expect.poll(() => received('link').length + received('alert').length, { timeout: 60_000 }).toBe(6)
  // Six mails take three free workers two or three rounds, in which two notices are sent at a time, and three for strangers.
  expect(received('notice').length - before).toBeLessThanOrEqual(12)
  expect(received('invented').length).toBeLessThanOrEqual(20)
  await jobs.stop()
  expect(received('notice').length).toBeLessThan(30)
})
