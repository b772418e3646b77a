import { registerAccount, verifyEmail } from '@blood-bank/contract/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase, createPool } from '../../platform/database/connection.ts'
import { AUTH_SECRET, PASSWORD, startTestApp, tokenIn } from '../../testing/test-app.ts'
import { createAttemptLimits } from '../passwords/attempt-limits.ts'
import { announceErasures, eraseUnverifiedAccounts } from './unverified-accounts.ts'

const DAY_MS = 86_400_000
const bank = await startTestApp()
const attempts = createAttemptLimits(bank.db, {
  settings: bank.config.limits,
  secret: AUTH_SECRET,
  now: () => new Date(),
})
const registeredAt = Date.now()
const events: object[] = []

/** Days since the registration. */
let day = 0
const goTo = (target: number) => {
  bank.advance((target - day) * DAY_MS)
  day = target
}

const options = (unverifiedAccountDays = 30) => ({
  unverifiedAccountDays,
  now: new Date(registeredAt + day * DAY_MS),
  attempts,
  recordSecurityEvent: (event: string, details = {}) => void events.push({ event, ...details }),
})

/** The hourly housekeeping of each server. */
async function keepHouse(days = 30, db = bank.db) {
  await announceErasures(db, options(days))
  await eraseUnverifiedAccounts(db, options(days))
}

const SUBJECT = 'Verify your email address to keep your account · University Blood Bank'
const announcementsTo = async (email: string) =>
  (await bank.mailsTo(email)).filter(({ subject }) => subject === SUBJECT)

const exists = async (email: string) =>
  (await bank.db.selectFrom('users').select('id').where('email', '=', email).execute()).length === 1

test('an account that is never verified is announced after 23 days and erased after 30', async () => {
  const email = 'never@example.edu'
  await bank.stranger().call(registerAccount, { body: { email, password: PASSWORD } })
  const { id } = await bank.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const person = bank.stranger()
  await person.call(signIn, { body: { email, password: PASSWORD } })
  await bank.stranger().call(signIn, { body: { email, password: 'a wrong guess' } })
  goTo(22.9)
  await keepHouse()
  expect(await announcementsTo(email)).toEqual([])
  goTo(23.1)
  await keepHouse()
  const [mail, ...more] = await announcementsTo(email)
  expect(more).toEqual([])
  const erasedAt = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Dhaka' }).format(
    registeredAt + 30.1 * DAY_MS,
  )
  expect(mail?.text).toContain(`On ${erasedAt} we will erase the account and everything in it.`)
  expect(mail?.text).toContain('http://localhost:3000/verify-email#token=')
  goTo(30.05)
  await keepHouse()
  expect(await exists(email)).toBe(true)
  goTo(30.2)
  await keepHouse()
  expect(await exists(email)).toBe(false)
  expect((await person.call(readSession)).body.user).toBeNull()
  expect(events).toEqual([{ event: 'account-erased', userId: id, reason: 'never-verified' }])
  expect(await announcementsTo(email)).toEqual([])
  const { rows } = await sql<{ row: string }>`
    select users::text as row from users union all select outbox::text from outbox
    union all select caught_mails::text from caught_mails union all select mail_links::text from mail_links`.execute(
    bank.owner,
  )
  for (const { row } of rows) expect(row).not.toMatch(new RegExp(`${email}|${id}`))
})

test('a user who follows the link of that mail keeps the account', async () => {
  const { email } = await bank.newMember({ emailVerified: false })
  goTo(60)
  await keepHouse()
  const token = tokenIn((await announcementsTo(email))[0])
  const person = bank.stranger()
  await person.call(signIn, { body: { email, password: PASSWORD } })
  expect((await person.call(verifyEmail, { body: { token } })).status).toBe(200)
  goTo(120)
  await keepHouse()
  expect(await exists(email)).toBe(true)
})

test('after months of downtime every account has a week from when its mail is sent', async () => {
  const { email } = await bank.newMember({ emailVerified: false })
  goTo(300)
  await keepHouse()
  expect(await exists(email)).toBe(true)
  // The mail server is away for two months: the mail waits.
  goTo(360)
  await keepHouse()
  expect(await exists(email)).toBe(true)
  expect(await announcementsTo(email)).toHaveLength(1)
  goTo(366.9)
  await keepHouse()
  expect(await exists(email)).toBe(true)
  goTo(367.1)
  await keepHouse()
  expect(await exists(email)).toBe(false)
})

test('a failed mail is enqueued again, and no account is erased without it', async () => {
  const { email } = await bank.newMember({ emailVerified: false })
  goTo(400)
  await keepHouse()
  const giveUp = () =>
    sql`
    select from graphile_worker.permanently_fail_jobs(array(select id from outbox where recipient = ${email}))`.execute(
      bank.db,
    )
  await giveUp()
  goTo(406)
  await keepHouse()
  expect(await announcementsTo(email)).toEqual([])
  goTo(410)
  await keepHouse()
  expect(await exists(email)).toBe(true)
  expect(await announcementsTo(email)).toHaveLength(1)
  goTo(418)
  await keepHouse()
  expect(await exists(email)).toBe(false)
})

test('two concurrent servers send each mail once and erase each account once', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => bank.newMember({ emailVerified: false })))
  const pool = createPool(bank.address, () => {})
  const other = createDatabase(pool)
  goTo(500)
  events.length = 0
  await Promise.all([bank.db, other, bank.db, other].map(db => keepHouse(30, db)))
  for (const { email } of people) expect(await announcementsTo(email)).toHaveLength(1)
  goTo(508)
  await Promise.all([bank.db, other, bank.db, other].map(db => keepHouse(30, db)))
  await keepHouse()
  await pool.end()
  for (const { email } of people) expect(await exists(email)).toBe(false)
  expect(events).toHaveLength(30)
})

test('admins, the verified and the suspended are neither mailed nor erased, nor anybody when the setting is 0', async () => {
  const admin = await bank.newMember({ emailVerified: false, role: 'admin' })
  const verified = await bank.newMember()
  const suspended = await bank.newMember({ emailVerified: false })
  await bank.db.updateTable('users').set({ suspendedAt: new Date() }).where('id', '=', suspended.id).execute()
  goTo(600)
  await keepHouse()
  goTo(700)
  await keepHouse()
  const late = await bank.newMember({ emailVerified: false })
  goTo(800)
  await keepHouse(Number.POSITIVE_INFINITY)
  goTo(900)
  await keepHouse(Number.POSITIVE_INFINITY)
  for (const { email } of [admin, verified, suspended, late]) {
    expect(await announcementsTo(email)).toEqual([])
    expect(await exists(email)).toBe(true)
  }
})

test('an account that is older than the upgrade has its days from then on', async () => {
  const { id, email } = await bank.newMember({ emailVerified: false })
  // As the migration leaves it: made years ago, unverified since the upgrade.
  await sql`update users set created_at = now() - interval '3 years',
    unverified_since = ${new Date(registeredAt + 1000 * DAY_MS)} where id = ${id}`.execute(bank.db)
  goTo(1022)
  await keepHouse()
  expect(await announcementsTo(email)).toEqual([])
  goTo(1024)
  await keepHouse()
  expect(await announcementsTo(email)).toHaveLength(1)
})
