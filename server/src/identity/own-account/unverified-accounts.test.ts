import { DAY_MS } from '@blood-bank/contract/durations'
import { registerAccount, verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { AUTH_SECRET, PASSWORD, startTestApp, tokenIn } from '../../testing/test-app.ts'
import { createAttemptLimits } from '../access/attempt-limits.ts'
import { announceErasures, eraseUnverifiedAccounts } from './unverified-accounts.ts'

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
const advanceToDay = (target: number) => {
  bank.advance((target - day) * DAY_MS)
  day = target
}

const options = (unverifiedAccountDays = 30) => ({
  unverifiedAccountDays,
  now: new Date(registeredAt + day * DAY_MS),
  attempts,
  recordSecurityEvent: (event: string, details = {}) => void events.push({ event, ...details }),
  // No offers here.
  hooks: { beforeErasing: async () => {}, afterErasing: async () => {} },
})

/** The housekeeping of each server. */
async function runHousekeeping(days = 30, db = bank.db) {
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
  advanceToDay(22.9)
  await runHousekeeping()
  expect(await announcementsTo(email)).toEqual([])
  advanceToDay(23.1)
  await runHousekeeping()
  const [mail, ...more] = await announcementsTo(email)
  expect(more).toEqual([])
  const erasedAt = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Dhaka' }).format(
    registeredAt + 30.1 * DAY_MS,
  )
  expect(mail?.text).toContain(`On ${erasedAt} we will erase the account and everything in it.`)
  expect(mail?.text).toContain('http://localhost:3000/verify-email#token=')
  advanceToDay(30.05)
  await runHousekeeping()
  expect(await exists(email)).toBe(true)
  advanceToDay(30.2)
  await runHousekeeping()
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
  advanceToDay(60)
  await runHousekeeping()
  const token = tokenIn((await announcementsTo(email))[0])
  const person = bank.stranger()
  await person.call(signIn, { body: { email, password: PASSWORD } })
  expect((await person.call(verifyEmail, { body: { token } })).status).toBe(200)
  advanceToDay(120)
  await runHousekeeping()
  expect(await exists(email)).toBe(true)
})

test('after months of downtime every account has a week from when its mail is sent', async () => {
  const { email } = await bank.newMember({ emailVerified: false })
  advanceToDay(300)
  await runHousekeeping()
  expect(await exists(email)).toBe(true)
  // The mail waits while the mail server is down for two months.
  advanceToDay(360)
  await runHousekeeping()
  expect(await exists(email)).toBe(true)
  expect(await announcementsTo(email)).toHaveLength(1)
  advanceToDay(366.9)
  await runHousekeeping()
  expect(await exists(email)).toBe(true)
  advanceToDay(367.1)
  await runHousekeeping()
  expect(await exists(email)).toBe(false)
})

test('a failed mail is enqueued again, and no account is erased without it', async () => {
  const { email } = await bank.newMember({ emailVerified: false })
  advanceToDay(400)
  await runHousekeeping()
  const failPermanently = () =>
    sql`
    select from graphile_worker.permanently_fail_jobs(array(select id from outbox where recipient = ${email}))`.execute(
      bank.db,
    )
  await failPermanently()
  advanceToDay(406)
  await runHousekeeping()
  expect(await announcementsTo(email)).toEqual([])
  advanceToDay(410)
  await runHousekeeping()
  expect(await exists(email)).toBe(true)
  expect(await announcementsTo(email)).toHaveLength(1)
  advanceToDay(418)
  await runHousekeeping()
  expect(await exists(email)).toBe(false)
})

test('admins, verified and suspended users are neither mailed nor erased, and with the setting at 0 nobody is', async () => {
  const admin = await bank.newMember({ emailVerified: false, role: 'admin' })
  const verified = await bank.newMember()
  const suspended = await bank.newMember({ emailVerified: false })
  await bank.db.updateTable('users').set({ suspendedAt: new Date() }).where('id', '=', suspended.id).execute()
  advanceToDay(600)
  await runHousekeeping()
  advanceToDay(700)
  await runHousekeeping()
  const late = await bank.newMember({ emailVerified: false })
  advanceToDay(800)
  await runHousekeeping(Number.POSITIVE_INFINITY)
  advanceToDay(900)
  await runHousekeeping(Number.POSITIVE_INFINITY)
  for (const { email } of [admin, verified, suspended, late]) {
    expect(await announcementsTo(email)).toEqual([])
    expect(await exists(email)).toBe(true)
  }
})

test('the days of an account that is older than the upgrade count from the upgrade', async () => {
  const { id, email } = await bank.newMember({ emailVerified: false })
  // The state after the migration: created years ago, unverified since the upgrade.
  await sql`update users set created_at = now() - interval '3 years',
    unverified_since = ${new Date(registeredAt + 1000 * DAY_MS)} where id = ${id}`.execute(bank.db)
  advanceToDay(1022)
  await runHousekeeping()
  expect(await announcementsTo(email)).toEqual([])
  advanceToDay(1024)
  await runHousekeeping()
  expect(await announcementsTo(email)).toHaveLength(1)
})
