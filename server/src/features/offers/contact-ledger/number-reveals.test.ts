import { NUMBER_REVEALS_PER_HOUR, revealDonorNumber } from '@blood-bank/contract/donors/administration'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import { CONSENT } from '@blood-bank/contract/own-account/consent'
import { agreeToConsent, confirmPassword } from '@blood-bank/contract/own-account/endpoints'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { storeDonor } from '../../../testing/stored.ts'
import { PASSWORD, startTestApp } from '../../../testing/test-app.ts'

const bank = await startTestApp({ CALLS_PER_ACCOUNT: '0', CALLS_PER_ADDRESS: '0' })
const admin = await bank.signedInAs({ role: 'admin' })

/** A member who registered as a donor with a private number, and agreed to a version of the consent. */
async function aDonor(version: string | null = CONSENT.version) {
  const person = await bank.signedInAs()
  const donor = await storeDonor(bank.db, { userId: person.id, contactNumber: '+8801799887766' })
  await bank.db.deleteFrom('consents').where('userId', '=', person.id).execute()
  if (version) await bank.db.insertInto('consents').values({ userId: person.id, version }).execute()
  return { person, donor }
}

const show = (id: string, by = admin) => by.call(revealDonorNumber, { params: { id } })
const entriesAbout = (id: string) =>
  bank.db.selectFrom('auditEntries').selectAll().where('targetId', '=', id).execute()
const revealsOf = async (userId: string) =>
  bank.db.selectFrom('contactReveals').selectAll().where('ownerId', '=', userId).execute()

test('an admin sees a private number; the audit and the ledger record it, and the donor sees that', async () => {
  const { person, donor } = await aDonor()
  const reply = await show(donor.id)
  expect([reply.status, reply.body]).toEqual([201, { contactNumber: '01799-887766' }])
  expect(await entriesAbout(donor.id)).toMatchObject([
    { action: 'number-revealed', actorId: admin.id, before: null, after: null },
  ])
  const { records } = (await person.call(listContactReveals, { query: {} })).body
  expect(records).toEqual([
    {
      id: expect.any(String),
      occasion: 'admin',
      bloodRequest: null,
      beganAt: expect.any(String),
      endedAt: expect.any(String),
    },
  ])
})

test('each look is a row of its own, with a beginning and an end', async () => {
  const { person, donor } = await aDonor()
  await show(donor.id)
  await show(donor.id)
  const rows = await revealsOf(person.id)
  expect(rows.map(({ event }) => event).sort()).toEqual(['began', 'began', 'ended', 'ended'])
  expect(rows.every(({ viewerId, occasion }) => viewerId === admin.id && occasion === 'admin')).toBe(true)
  const ended = await person.call(listContactReveals, { query: { hasEnded: 'true' } })
  const standing = await person.call(listContactReveals, { query: { hasEnded: 'false' } })
  expect([ended.body.records.length, standing.body.records.length]).toEqual([2, 0])
})

test.each([null, '2026-11-1'])(
  'a donor whose consent is %s is not looked up, and nothing is recorded, until they agree',
  async version => {
    const { person, donor } = await aDonor(version)
    expect(await show(donor.id)).toRefuse('consent-outdated')
    expect(await entriesAbout(donor.id)).toEqual([])
    expect(await revealsOf(person.id)).toEqual([])
    await person.call(agreeToConsent, { body: { version: CONSENT.version } })
    expect((await show(donor.id)).status).toBe(201)
  },
)

/** Looks up the number of one donor again and again. @returns how often each status came */
async function revealManyTimes(id: string, times: number, by: typeof admin) {
  const replies = await Promise.all(Array.from({ length: times }, () => show(id, by)))
  return replies.map(({ status }) => status).toSorted()
}

const warningsTo = async (email: string) =>
  (await bank.mailsTo(email)).filter(({ subject }) => subject.startsWith('Many phone numbers looked up by'))

test('an admin looks up twenty numbers in any hour, at however many servers at once; more are refused', async () => {
  const { person, donor } = await aDonor()
  const busy = await bank.signedInAs({ email: 'busy@example.edu', role: 'admin' })
  const server = await bank.anotherServer()
  const elsewhere = Object.assign(server.stranger(), { id: busy.id })
  await elsewhere.call(signIn, { body: { email: 'busy@example.edu', password: PASSWORD } })
  await show(donor.id, busy)
  bank.advance(59 * MINUTE_MS)
  for (const one of [busy, elsewhere, admin])
    await one.call(confirmPassword, { body: { password: PASSWORD } })
  const statuses = await Promise.all([
    revealManyTimes(donor.id, 15, busy),
    revealManyTimes(donor.id, 15, elsewhere),
  ])
  expect(statuses.flat().filter(status => status === 201)).toHaveLength(NUMBER_REVEALS_PER_HOUR - 1)
  expect(new Set(statuses.flat())).toEqual(new Set([201, 429]))
  const refused = await show(donor.id, busy)
  expect(refused.error?.code).toBe('too-many-number-reveals')
  expect(refused.error?.message).toMatch(
    /^You have looked up 20 phone numbers in the last hour, and the other admins are told\. You can look up the next one at \w+ \d+, /,
  )
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await revealsOf(person.id)).filter(({ event }) => event === 'began')).toHaveLength(20)
  expect((await entriesAbout(donor.id)).length).toBe(20)
  // Each admin is counted alone.
  expect((await show(donor.id)).status).toBe(201)
  // The first reveal is an hour ago, the others a minute.
  bank.advance(MINUTE_MS)
  expect((await show(donor.id, busy)).status).toBe(201)
  expect((await show(donor.id, busy)).status).toBe(429)
  bank.advance(-60 * MINUTE_MS)
})

test('the other admins get one email an hour about an admin who looks up more', async () => {
  const { person, donor } = await aDonor()
  const busy = await bank.signedInAs({ email: 'robbed@example.edu', role: 'admin' })
  const other = await bank.signedInAs({ email: 'other@example.edu', role: 'admin' })
  await revealManyTimes(donor.id, NUMBER_REVEALS_PER_HOUR, busy)
  expect(await warningsTo('other@example.edu')).toEqual([])
  await revealManyTimes(donor.id, 5, busy)
  const warnings = await warningsTo('other@example.edu')
  expect(warnings.map(({ subject }) => subject)).toEqual([
    'Many phone numbers looked up by robbed@example.edu · University Blood Bank',
  ])
  expect(warnings[0]?.text).toContain('has looked up 20 phone numbers')
  for (const text of [warnings[0]?.text, warnings[0]?.html]) expect(text).not.toContain('887766')
  expect(await warningsTo('robbed@example.edu')).toEqual([])
  expect(await warningsTo(person.user?.email ?? '')).toEqual([])
  // Another admin who does so is told of by an email of its own.
  await revealManyTimes(donor.id, NUMBER_REVEALS_PER_HOUR + 1, other)
  expect(await warningsTo('robbed@example.edu')).toHaveLength(1)
  bank.advance(61 * MINUTE_MS)
  await busy.call(confirmPassword, { body: { password: PASSWORD } })
  await revealManyTimes(donor.id, NUMBER_REVEALS_PER_HOUR + 1, busy)
  expect(
    (await warningsTo('other@example.edu')).filter(({ subject }) => subject.includes('robbed')),
  ).toHaveLength(2)
  bank.advance(-61 * MINUTE_MS)
})
