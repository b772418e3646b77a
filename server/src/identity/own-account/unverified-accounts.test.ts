import { DAY_MS } from '@blood-bank/contract/durations'
import { registerAccount, verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PASSWORD, startTestApp, tokenIn } from '../../testing/test-app.ts'
import { announceErasures, eraseUnverifiedAccounts } from './unverified-accounts.ts'

const bank = await startTestApp()
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
  attempts: bank.attemptLimits,
  recordSecurityEvent: (event: string, details = {}) => void events.push({ event, ...details }),
  // No offers here.
  hooks: { beforeErasing: async () => {}, afterErasing: async () => {} },
})

/** Lets it be a day, and what the servers do each minute be done. */
async function runHousekeepingOn(day: number, days = 30) {
  advanceToDay(day)
  await announceErasures(bank.db, options(days))
  await eraseUnverifiedAccounts(bank.db, options(days))
}

const SUBJECT = 'Verify your email address to keep your account · University Blood Bank'
const announcementsTo = async (email: string) =>
  (await bank.mailsTo(email)).filter(({ subject }) => subject === SUBJECT)

const exists = async (email: string) =>
  (await bank.db.selectFrom('users').select('id').where('email', '=', email).execute()).length === 1

test('an account that is never verified is announced after 23 days and erased after 30', async () => {
  const email = 'never@example.edu'
  await bank.stranger().call(registerAccount, { body: { email, password: PASSWORD } })
  const person = bank.stranger()
  const { body } = await person.call(signIn, { body: { email, password: PASSWORD } })
  const id = body.user?.id
  await bank.stranger().call(signIn, { body: { email, password: 'a wrong guess' } })
  await runHousekeepingOn(22.9)
  expect(await announcementsTo(email)).toEqual([])
  await runHousekeepingOn(23.1)
  const [mail, ...more] = await announcementsTo(email)
  expect(more).toEqual([])
  const erasedAt = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Dhaka' }).format(
    registeredAt + 30.1 * DAY_MS,
  )
  expect(mail?.text).toContain(`On ${erasedAt} we will erase the account and everything in it.`)
  expect(mail?.text).toContain('http://localhost:3000/verify-email#token=')
  await runHousekeepingOn(30.05)
  expect(await exists(email)).toBe(true)
  await runHousekeepingOn(30.2)
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
  await runHousekeepingOn(60)
  const token = tokenIn((await announcementsTo(email))[0])
  const person = bank.stranger()
  await person.call(signIn, { body: { email, password: PASSWORD } })
  expect((await person.call(verifyEmail, { body: { token } })).status).toBe(200)
  await runHousekeepingOn(120)
  expect(await exists(email)).toBe(true)
})

test('after months of downtime every account has a week from when its mail is sent', async () => {
  const { email } = await bank.newMember({ emailVerified: false })
  await runHousekeepingOn(300)
  expect(await exists(email)).toBe(true)
  // The mail waits while the mail server is down for two months.
  await runHousekeepingOn(360)
  expect(await exists(email)).toBe(true)
  expect(await announcementsTo(email)).toHaveLength(1)
  await runHousekeepingOn(366.9)
  expect(await exists(email)).toBe(true)
  await runHousekeepingOn(367.1)
  expect(await exists(email)).toBe(false)
})

test('a failed mail is enqueued again, and no account is erased without it', async () => {
  const { email } = await bank.newMember({ emailVerified: false })
  await runHousekeepingOn(400)
  const failPermanently = () =>
    sql`
    select from graphile_worker.permanently_fail_jobs(array(select id from outbox where recipient = ${email}))`.execute(
      bank.db,
    )
  await failPermanently()
  await runHousekeepingOn(406)
  expect(await announcementsTo(email)).toEqual([])
  await runHousekeepingOn(410)
  expect(await exists(email)).toBe(true)
  expect(await announcementsTo(email)).toHaveLength(1)
  await runHousekeepingOn(418)
  expect(await exists(email)).toBe(false)
})

test('admins, verified and suspended users are neither mailed nor erased, and with the setting at 0 nobody is', async () => {
  const admin = await bank.newMember({ emailVerified: false, role: 'admin' })
  const verified = await bank.newMember()
  const suspended = await bank.newMember({ emailVerified: false })
  await bank.db.updateTable('users').set({ suspendedAt: new Date() }).where('id', '=', suspended.id).execute()
  await runHousekeepingOn(600)
  await runHousekeepingOn(700)
  const late = await bank.newMember({ emailVerified: false })
  await runHousekeepingOn(800, Number.POSITIVE_INFINITY)
  await runHousekeepingOn(900, Number.POSITIVE_INFINITY)
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
  await runHousekeepingOn(1022)
  expect(await announcementsTo(email)).toEqual([])
  await runHousekeepingOn(1024)
  expect(await announcementsTo(email)).toHaveLength(1)
})
