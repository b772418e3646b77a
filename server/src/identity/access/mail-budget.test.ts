import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { registerAccount, sendPasswordResetMail, verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { readOverview } from '@blood-bank/contract/site/overview'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { MAX_AGE_MS } from '../../platform/http/replies/shared-reply.ts'
import { countMails, enqueueNotices, hashOf } from '../../platform/mail/outbox.ts'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'
import { CAUSED_MAILS_PER_HOUR, createMailBudget, UNVERIFIED_MAILS_PER_DAY } from './mail-budget.ts'

const bank = await startTestApp()
const SUMMARY = 'More has changed'
let causedBy = ''
let recipient = ''

beforeEach(async () => {
  const [causing, affected] = [await bank.newMember(), await bank.newMember()]
  causedBy = causing.id
  recipient = affected.email
})

const subjectsTo = async (email: string) =>
  (await bank.mailsTo(email)).map(({ subject }) => subject.replace(/ · .*/, ''))
const summariesTo = async (email: string) =>
  (await subjectsTo(email)).filter(subject => subject === SUMMARY).length

/** Makes changes that tell somebody something. */
async function cause(count: number, to = recipient) {
  for (let nth = 0; nth < count; nth += 1)
    await enqueueNotices(bank.db, 'offer-released', [{ recipient: to }], { causedBy })
}

/** Lets an hour pass, for the clocks of the app and of the jobs; for these a second more, as servers' clocks differ. */
async function passHour() {
  bank.advance(HOUR_MS)
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '1 hour 1 second'`.execute(
    bank.db,
  )
}

test('one account causes 30 emails an hour, and one email sums up what is more', async () => {
  await cause(CAUSED_MAILS_PER_HOUR + 20)
  expect(await subjectsTo(recipient)).toHaveLength(30)
  await cause(5)
  expect(await subjectsTo(recipient)).toHaveLength(30)
  await passHour()
  expect((await subjectsTo(recipient)).slice(30)).toEqual([SUMMARY])
  const [summary] = (await bank.mailsTo(recipient)).slice(30)
  expect(summary?.text).toContain('Your dashboard shows them all.')
})

test('what one person causes does not count for another, but for all accounts of the mailbox', async () => {
  await bank.db
    .updateTable('users')
    .set({ email: 'causer+1@example.edu' })
    .where('id', '=', causedBy)
    .execute()
  await cause(CAUSED_MAILS_PER_HOUR - 1)
  causedBy = (await bank.newMember({ email: 'causer@example.edu' })).id
  await cause(2)
  expect(await subjectsTo(recipient)).toHaveLength(30)
  causedBy = (await bank.newMember()).id
  await cause(1)
  expect(await subjectsTo(recipient)).toHaveLength(31)
})

test('the emails that sum up count in the next hours, so that none has more than 30', async () => {
  const others: string[] = []
  for (let nth = 0; nth < 40; nth += 1) others.push((await bank.newMember()).email)
  await cause(CAUSED_MAILS_PER_HOUR)
  await bank.mailsTo(recipient)
  for (const other of others) await cause(1, other)
  const count = async () => {
    let sum = 0
    for (const other of others) sum += await summariesTo(other)
    return sum
  }
  expect(await count()).toBe(0)
  await passHour()
  expect(await count()).toBe(30)
  await passHour()
  expect(await count()).toBe(40)
  // The rest of that hour has room for twenty more.
  await cause(25)
  expect(await subjectsTo(recipient)).toHaveLength(50)
})

test('of fifty emails that two servers send at once, thirty have room, though their clocks differ', async () => {
  let calls = 0
  const takeFromBudget = createMailBudget(() => new Date(bank.now().getTime() + (calls++ % 2 ? 0 : 100)))
  const taken = await Promise.all(
    Array.from({ length: 50 }, () =>
      takeFromBudget(bank.db, { causer: 'somebody', recipient, networks: null }),
    ),
  )
  expect(taken.filter(Boolean)).toHaveLength(30)
  await passHour()
  expect(await subjectsTo(recipient)).toEqual([SUMMARY])
})

test('an email that is tried again counts once, and one that is cancelled or has become untrue does not', async () => {
  await cause(1)
  await enqueueNotices(bank.db, 'offer-made', [{ recipient, aboutId: causedBy }], { causedBy })
  await bank.mailsTo(recipient)
  const { rows } = await sql<{ points: number }>`
    select points from attempt_limits where key = ${`${hashOf(causedBy)}:causedMails`}`.execute(bank.db)
  expect(rows).toEqual([{ points: 1 }])
})

const VERIFY = 'Verify your email address'

/** Registers newcomers from a network address. @returns their addresses */
async function register(count: number, from: string): Promise<string[]> {
  const emails = Array.from({ length: count }, () => `${randomUUID()}@example.edu`)
  for (const email of emails)
    await bank.stranger(from).call(registerAccount, { body: { email, password: PASSWORD } })
  return emails
}

/** How many of them have got the link that verifies their address. */
async function invited(emails: string[]): Promise<number> {
  let count = 0
  for (const email of emails) count += (await subjectsTo(email)).filter(subject => subject === VERIFY).length
  return count
}

/** Counts so many emails to accounts that nobody has verified as sent in a day that begins now. */
async function startDay(sent: number) {
  await sql`delete from attempt_limits where key like '%:unverifiedMails'`.execute(bank.db)
  await sql`
    insert into attempt_limits (key, points, expire)
    values ('site:unverifiedMails', ${sent}, ${bank.now().getTime() + DAY_MS})`.execute(bank.db)
}

/** Lets a day pass, for the clock of the app, and for the jobs, whose clock has stayed behind it. */
async function passDay() {
  bank.advance(DAY_MS)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(bank.db)
}

test('a network of strangers gets a tenth of the emails of a day that are left, the others wait until the next', async () => {
  await startDay(UNVERIFIED_MAILS_PER_DAY - 40)
  const [flood, campus] = [await register(6, '203.0.113.1'), await register(4, '203.0.113.2')]
  expect([await invited(flood), await invited(campus)]).toEqual([4, 4])
  expect(await countMails(bank.db)).toMatchObject({ waiting: 2, postponed: 2, dead: 0 })
  await passDay()
  expect(await invited(flood)).toBe(6)
})

test('where somebody has verified an account, all get their emails, also those who wait already', async () => {
  await startDay(UNVERIFIED_MAILS_PER_DAY - 20)
  const newcomers = await register(5, '203.0.113.3')
  expect(await invited(newcomers)).toBe(2)
  const [mail] = await bank.mailsTo(newcomers[0] ?? '')
  const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await bank.stranger().call(verifyEmail, { body: { token, password: PASSWORD } })).status).toBe(200)
  expect(await invited(newcomers)).toBe(5)
  await startDay(UNVERIFIED_MAILS_PER_DAY - 3)
  const later = await register(4, '203.0.113.3')
  expect(await invited(later)).toBe(3)
  await passDay()
  expect(await invited(later)).toBe(4)
})

test('members whose address is verified never wait, and admins are told when half of the emails are sent', async () => {
  const email = 'admin@example.edu'
  const admin = await bank.signedInAs({ role: 'admin', email })
  const readFault = async () => (await admin.call(readOverview)).body.deliveryFaults.unverifiedMails
  await startDay(UNVERIFIED_MAILS_PER_DAY / 2 - 1)
  expect(await readFault()).toBeNull()
  expect(await invited(await register(2, '203.0.113.4'))).toBe(2)
  bank.advance(MAX_AGE_MS + 1)
  expect(await readFault()).toEqual({ sent: 1001, perDay: 2000, waiting: 0 })
  await startDay(UNVERIFIED_MAILS_PER_DAY)
  await bank.stranger('203.0.113.4').call(sendPasswordResetMail, { body: { email } })
  expect(await subjectsTo(email)).toEqual(['Many emails to new accounts', 'Reset your password'])
  await passDay()
})
