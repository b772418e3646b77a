import { changeAlertPreferences } from '@blood-bank/contract/alerts/preferences'
import { DAY_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/database/connection.ts'
import { askAlone } from '../../../testing/alerts/alerts.ts'
import { type Member, newDonor, register } from '../../../testing/offers/offers.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { introduceAlerts } from './introduce-alerts.ts'

const bank = await startTestApp({ ACTIVE_REQUESTS: '0', POSTS_PER_DAY: '0' })
const isAsked = askAlone(bank)

const introduce = () => inTransaction(bank.db, db => introduceAlerts(db, bank.now()))

/** A donor from before there were alerts, as the migration leaves them. */
async function anEarlierDonor(someone: Parameters<typeof newDonor>[2] = {}) {
  const donor = await newDonor(bank, {}, someone)
  await bank.db.insertInto('alertPreferences').values({ userId: donor.id, firstAlertFrom: null }).execute()
  await sql`update donors set alerts_from = 'infinity' where user_id = ${donor.id}`.execute(bank.db)
  return donor
}

const subjectsOf = async (donor: Member) =>
  (await bank.mailsTo(donor.user?.email ?? '')).map(({ subject }) => subject)
const INTRODUCTION = 'We will email you when somebody needs blood that you can give · University Blood Bank'

const preferencesOf = (donor: Member) =>
  bank.db.selectFrom('alertPreferences').selectAll().where('userId', '=', donor.id).executeTakeFirstOrThrow()

test('a donor from before gets one email, and the first alert three days later', async () => {
  const donor = await anEarlierDonor()
  expect(await isAsked(donor)).toBe(false)
  expect(await introduce()).toBe(1)
  expect(await introduce()).toBe(0)
  const [mail, ...others] = await bank.mailsTo(donor.user?.email ?? '')
  expect([mail?.subject, others]).toEqual([INTRODUCTION, []])
  expect(mail?.text).toContain('at most twice a week')
  expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  bank.advance(3 * DAY_MS - MINUTE_MS)
  expect(await isAsked(donor)).toBe(false)
  bank.advance(2 * MINUTE_MS)
  expect(await isAsked(donor)).toBe(true)
  expect(await introduce()).toBe(0)
})

test('the link in that email stops alerts before the first one', async () => {
  const donor = await anEarlierDonor()
  await introduce()
  const [mail] = await bank.mailsTo(donor.user?.email ?? '')
  const url = /<(.*)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  await bank.app.inject({ method: 'POST', url: new URL(url).pathname })
  bank.advance(4 * DAY_MS)
  expect(await isAsked(donor)).toBe(false)
})

test('whoever turned alerts off before the email was sent does not get it', async () => {
  const donor = await anEarlierDonor()
  await introduce()
  await donor.call(changeAlertPreferences, { body: { isOn: false } })
  expect(await subjectsOf(donor)).toEqual([])
})

test('whoever has chosen already needs no introduction', async () => {
  const donor = await anEarlierDonor()
  await donor.call(changeAlertPreferences, { body: { frequency: 'as-needed' } })
  expect(await introduce()).toBe(0)
  expect(await isAsked(donor)).toBe(true)
})

test('unverified and suspended donors get the email when they can be asked', async () => {
  const unverified = await anEarlierDonor()
  const suspended = await anEarlierDonor()
  const set = (donor: Member, fields: { emailVerified?: boolean; suspendedAt?: Date | null }) =>
    bank.db.updateTable('users').set(fields).where('id', '=', donor.id).execute()
  await set(unverified, { emailVerified: false })
  await set(suspended, { suspendedAt: new Date() })
  expect(await introduce()).toBe(0)
  await set(unverified, { emailVerified: true })
  await set(suspended, { suspendedAt: null })
  expect(await introduce()).toBe(2)
})

test('a member from before who becomes a donor is asked after the email; one who has agreed to the text at once', async () => {
  const member = await bank.signedInAs()
  await bank.db
    .updateTable('consents')
    .set({ version: '2026-11-2' })
    .where('userId', '=', member.id)
    .execute()
  await register(member)
  expect(await isAsked(member)).toBe(false)
  expect(await introduce()).toBe(1)
  expect(await subjectsOf(member)).toEqual([INTRODUCTION])
  expect(await isAsked(await newDonor(bank))).toBe(true)
})

test('agreeing to the new text does not replace the email', async () => {
  const donor = await anEarlierDonor()
  await bank.db.insertInto('consents').values({ userId: donor.id, version: '2026-11-1' }).execute()
  expect(await isAsked(donor)).toBe(false)
  await introduce()
  expect(await isAsked(donor)).toBe(false)
})

test('two servers introduce alerts at once, some transactions fail, and nobody gets the email twice', async () => {
  const donors: Member[] = []
  for (let at = 0; at < 6; at += 1) donors.push(await anEarlierDonor())
  const killed = () =>
    inTransaction(bank.db, async db => {
      await introduceAlerts(db, bank.now())
      throw new Error('killed')
    }).catch(() => 0)
  await killed()
  for (const donor of donors) expect((await preferencesOf(donor)).firstAlertFrom).toBeNull()
  const counts = await Promise.all([introduce(), killed(), introduce(), introduce(), killed()])
  // What a transaction that failed had locked is left to the next run.
  expect(counts.reduce((sum, count) => sum + count, 0) + (await introduce())).toBe(6)
  for (const donor of donors) expect(await subjectsOf(donor)).toEqual([INTRODUCTION])
})
