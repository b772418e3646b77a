import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { runDueJobs } from '../../testing/run-due-jobs.ts'
import { inTransaction } from '../database/connection.ts'
import { startJobs } from '../jobs/run-jobs.ts'
import { enqueueMail, enqueueMails, enqueueNotices, enqueueStrangersMail, MAX_ATTEMPTS } from './outbox.ts'
import { type ComposeMail, sendMailJob } from './send-mail.job.ts'
import type { Mail, SendMail } from './transport.ts'

const { db, pool, address } = await createTestDatabase()

const compose: ComposeMail = async (_db, to) => ({
  to,
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
})

let sent: string[] = []
let failures: object[] = []
let outcomes: string[] = []
const log = { error: (details: object) => void failures.push(details), warn: () => {} }
const send: SendMail = async ({ to }) => void sent.push(to)
const failing = async () => {
  throw new Error('451 come back later')
}

const jobs = (more: { send?: SendMail; composers?: Record<string, ComposeMail> } = {}) => ({
  'send-mail': sendMailJob({
    db,
    send,
    composers: { greeting: compose, nobody: async () => null },
    takeFromBudget: async () => true,
    recordDelivery: (kind, state) => void outcomes.push(`${kind} ${state}`),
    log,
    ...more,
  }),
})
const deliver = (more: Parameters<typeof jobs>[0] = {}) => runDueJobs(pool, jobs(more))

beforeEach(async () => {
  await db.deleteFrom('outbox').execute()
  sent = []
  failures = []
  outcomes = []
})

const left = () => db.selectFrom('outbox').selectAll().execute()
const greet = (recipient: string) => enqueueMail(db, 'greeting' as never, recipient)

test('a due mail is sent and deleted', async () => {
  await greet('rima@example.edu')
  expect(await deliver()).toBe(1)
  expect([sent, await left(), failures]).toEqual([['rima@example.edu'], [], []])
  expect(outcomes).toEqual(['greeting sent'])
})

test('a mail of a rolled-back transaction is not sent', async () => {
  const undone = inTransaction(db, async db => {
    await enqueueMail(db, 'greeting' as never, 'rima@example.edu')
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect([await deliver(), sent]).toEqual([0, []])
})

test('mails to one recipient are composed and sent one after another, in the order in which they were enqueued', async () => {
  const steps: string[] = []
  const kinds = ['first', 'second', 'third']
  const composers = Object.fromEntries(
    kinds.map(kind => [
      kind,
      async (db, to) => {
        steps.push(`${kind} written`)
        return { ...(await compose(db, to)), subject: kind } as Mail
      },
    ]),
  ) as Record<string, ComposeMail>
  const sendSlowly: SendMail = async ({ subject }) => {
    await pause(5)
    steps.push(`${subject} sent`)
  }
  // Mails of one transaction have the same timestamp.
  await inTransaction(db, async db => {
    for (const kind of kinds) await enqueueMail(db, kind as never, 'rima@example.edu')
  })
  const running = startJobs({ address, tasks: jobs({ send: sendSlowly, composers }), schedule: [], log })
  await expect.poll(left).toEqual([])
  await running.stop()
  expect(steps).toEqual(kinds.flatMap(kind => [`${kind} written`, `${kind} sent`]))
})

test('after the first of a minute, what strangers cause comes after all else, and their networks and kinds take turns', async () => {
  const ask = (recipient: string, network: string, { kind = 'greeting', isFirstOfMinute = false } = {}) => {
    const networks = [`${network}/64`, network]
    return enqueueStrangersMail(db, kind as never, { recipient }, { networks, isFirstOfMinute })
  }
  for (let nth = 1; nth <= 3; nth += 1) await ask(`invented${nth}`, 'flood')
  await ask('neighbor', 'flood', { kind: 'link' })
  await ask('other1', 'other')
  await ask('other2', 'other')
  await enqueueNotices(db, 'greeting' as never, [{ recipient: 'noticed' }], { causedBy: null })
  await enqueueMails(db, 'greeting' as never, [{ recipient: 'donor' }], { urgency: 'prompt' })
  await ask('newcomer', 'campus', { isFirstOfMinute: true })
  await deliver({ composers: { greeting: compose, link: compose } })
  expect(sent).toEqual([
    'newcomer',
    'donor',
    'noticed',
    ...['invented1', 'neighbor', 'other1'],
    ...['invented2', 'other2'],
    'invented3',
  ])
})

test('of what strangers cause, one mail is sent at a time, whatever their networks', async () => {
  let [running, most] = [0, 0]
  const sendSlowly: SendMail = async mail => {
    running += 1
    most = Math.max(most, running)
    await pause(5)
    running -= 1
    await send(mail)
  }
  for (let nth = 0; nth < 12; nth += 1)
    await enqueueStrangersMail(
      db,
      'greeting' as never,
      { recipient: `invented${nth}` },
      { networks: [`network ${nth}`], isFirstOfMinute: false },
    )
  const jobsRunning = startJobs({ address, tasks: jobs({ send: sendSlowly }), schedule: [], log })
  await expect.poll(() => sent.length).toBe(12)
  await jobsRunning.stop()
  expect(most).toBe(1)
})

test('a mail whose composer returns null is deleted and not logged', async () => {
  await enqueueMail(db, 'nobody' as never, 'rima@example.edu')
  await deliver()
  expect([sent, await left(), failures]).toEqual([[], [], []])
  expect(outcomes).toEqual(['nobody dropped'])
})

test('a mail of an unknown kind is kept, and the failure is logged', async () => {
  await enqueueMail(db, 'birthday' as never, 'rima@example.edu')
  await deliver()
  expect(await left()).toMatchObject([
    { attempts: 1, lastError: 'A mail of the kind birthday is not known here.' },
  ])
  expect(failures).toMatchObject([{ kind: 'birthday' }])
})

test.each([
  '550 <rima@example.edu>: no such mailbox',
  '550 <rima%40example.edu>: no such mailbox',
  '550 <rima>: no such mailbox',
])('if the mail server quotes the recipient as in %j, the log and the outbox do not', async answer => {
  await greet('rima@example.edu')
  const refusing = async () => {
    throw new Error(answer)
  }
  await deliver({ send: refusing })
  expect(failures).toMatchObject([{ reason: '550 <the recipient>: no such mailbox' }])
  expect(await left()).toMatchObject([{ lastError: '550 <the recipient>: no such mailbox' }])
})

test('a mail that fails does not delay the others', async () => {
  for (const name of ['a', 'broken', 'c']) await greet(`${name}@example.edu`)
  const picky = async (mail: Mail) => (mail.to.startsWith('broken') ? failing() : send(mail))
  await deliver({ send: picky })
  expect(sent.sort()).toEqual(['a@example.edu', 'c@example.edu'])
  expect(await left()).toMatchObject([{ recipient: 'broken@example.edu' }])
})

/** Makes the only mail due now. @returns when its retry was due, in milliseconds of the system's clock */
async function makeRequestDue() {
  const { rows } = await sql<{ dueAt: number }>`
    select extract(epoch from next_attempt_at)::float * 1000 as due_at from outbox`.execute(db)
  await sql`select from graphile_worker.reschedule_jobs(array(select id from outbox), run_at => now())`.execute(
    db,
  )
  return rows[0]?.dueAt ?? Number.NaN
}

test('a failing mail waits longer after each attempt, records the reason, and is dead after the tenth', async () => {
  await greet('rima@example.edu')
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const failingLong = async () => {
      throw new Error(`failure ${attempt} ${'x'.repeat(1000)}`)
    }
    const before = Date.now()
    expect(await deliver({ send: failingLong })).toBe(1)
    const after = Date.now()
    // From 3 seconds after the first attempt to 2 hours after the ninth.
    const failedAt = (await makeRequestDue()) - Math.exp(attempt) * 1000
    expect(failedAt).toBeGreaterThan(before - 1)
    expect(failedAt).toBeLessThan(after + 1)
  }
  expect(await deliver()).toBe(0)
  expect(outcomes).toEqual(['greeting failed'])
  const [dead] = await left()
  expect(dead).toMatchObject({ attempts: 10, recipient: 'rima@example.edu' })
  expect(dead?.lastError).toMatch(/^failure 10 x+$/)
  expect(dead?.lastError).toHaveLength(500)
})

test('an operator can retry a dead mail', async () => {
  await greet('rima@example.edu')
  await sql`select from graphile_worker.permanently_fail_jobs(array(select id from outbox), '451')`.execute(
    db,
  )
  expect(await deliver()).toBe(0)
  await sql`
    select from graphile_worker.reschedule_jobs(array(select id from outbox where attempts >= 10), run_at => now(), attempts => 0)`.execute(
    db,
  )
  expect([await deliver(), sent]).toEqual([1, ['rima@example.edu']])
})

test('a mail that fails while its recipient is erased leaves nothing, and mails to others are sent', async () => {
  let refuse = () => {}
  const refusal = new Promise<never>((_, reject) => {
    refuse = () => reject(new Error('451 come back later'))
  })
  await greet('rima@example.edu')
  const running = startJobs({
    address,
    tasks: jobs({ send: mail => (mail.to === 'rima@example.edu' ? refusal : send(mail)) }),
    schedule: [],
    log,
  })
  await expect.poll(async () => (await left())[0]?.attempts).toBe(1)
  await db.deleteFrom('outbox').where('recipient', '=', 'rima@example.edu').execute()
  expect(await left()).toEqual([])
  refuse()
  // Enough recipients to use every queue.
  const others = Array.from({ length: 100 }, (_, at) => `person${at}@example.edu`)
  for (const other of others) await greet(other)
  await expect.poll(() => sent.toSorted()).toEqual(others.toSorted())
  const isLeft = async () => (await sql`select from graphile_worker.jobs`.execute(db)).rows.length
  await expect.poll(isLeft).toBe(0)
  await running.stop()
})
