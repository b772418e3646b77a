import {
  type AlertPreferencesForm,
  changeAlertPreferences,
  readAlertPreferences,
  sendTestAlert,
} from '@blood-bank/contract/alerts/preferences'
import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { giveRecord, plannerOf } from '../../../testing/alerts/alerts.ts'
import { close, type Member, newDonor, post, siteDate } from '../../../testing/offers/offers.ts'
import type { Person } from '../../../testing/person.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { sample } from '../../../testing/test-scope.ts'

const bank = await startTestApp({ ACTIVE_REQUESTS: '0', POSTS_PER_DAY: '0' })
const plan = plannerOf(bank)

const choose = (person: Person, body: AlertPreferencesForm) => person.call(changeAlertPreferences, { body })
const preferencesOf = async (person: Person) => (await person.call(readAlertPreferences)).body.preferences

/** Whether a donor, as the only available one, is asked for a new blood request. The request is closed afterwards. */
async function isAsked(donor: Member): Promise<boolean> {
  await bank.db
    .updateTable('donors')
    .set({ isAvailable: sql<boolean>`user_id = ${donor.id}` })
    .execute()
  const owner = await bank.signedInAs()
  await giveRecord(bank, owner.id)
  const bloodRequest = await post(owner, { requiredBloodGroup: 'O-' })
  await plan()
  const asked = await bank.db
    .selectFrom('alerts')
    .select('id')
    .where('bloodRequestId', '=', bloodRequest.id)
    .where('userId', '=', donor.id)
    .execute()
  await close(owner, bloodRequest, 'cancelled')
  return asked.length > 0
}

test('a new donor is asked at most twice a week, and everything else is a choice', async () => {
  const donor = await newDonor(bank)
  const defaults = {
    isOn: true,
    frequency: 'two-a-week',
    nightsAllowed: false,
    pausedUntil: null,
    firstAlertFrom: null,
  }
  expect(await preferencesOf(donor)).toEqual(defaults)
  const reply = await choose(donor, { frequency: 'one-a-month' })
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({
    ...defaults,
    frequency: 'one-a-month',
    firstAlertFrom: expect.any(String),
  })
  expect(await preferencesOf(donor)).toEqual(reply.body)
})

test('a donor allows notifications at night, and forbids them again', async () => {
  const donor = await newDonor(bank)
  expect((await choose(donor, { nightsAllowed: true })).body.nightsAllowed).toBe(true)
  await choose(donor, { frequency: 'one-a-week' })
  expect((await preferencesOf(donor))?.nightsAllowed).toBe(true)
  expect((await choose(donor, { nightsAllowed: false })).body.nightsAllowed).toBe(false)
})

test('alerts are for donors', async () => {
  const member = await bank.signedInAs()
  expect(await preferencesOf(member)).toBeNull()
  expect(await choose(member, { isOn: false })).toRefuse('alerts-for-donors')
  expect(await member.call(sendTestAlert)).toRefuse('alerts-for-donors')
  const stored = bank.db.selectFrom('alertPreferences').selectAll().where('userId', '=', member.id)
  expect(await stored.execute()).toEqual([])
})

test.each([
  [{ frequency: 'always' }, { frequency: expect.stringMatching(/^Expected one of: two-a-week/) }],
  [{ isOn: 'yes' }, { isOn: 'Expected: boolean.' }],
  [{ pause: 'date' }, { pauseUntil: 'Choose the date from which you want alerts again.' }],
  [
    { pause: 'date', pauseUntil: 'soon' },
    { pauseUntil: 'Choose the date from which you want alerts again.' },
  ],
  [
    { pause: 'week', pauseUntil: siteDate(5) },
    { pauseUntil: 'Choose the date from which you want alerts again.' },
  ],
  [{ alertsFrom: '2020-01-01' }, { alertsFrom: 'alertsFrom cannot be set here.' }],
])('%j is refused and changes nothing', async (body, fields) => {
  const donor = await newDonor(bank)
  const { error } = await donor.send('PATCH', '/api/alerts/preferences', { body })
  expect(error).toMatchObject({ code: 'invalid-input', fields })
  const stored = bank.db.selectFrom('alertPreferences').selectAll().where('userId', '=', donor.id)
  expect(await stored.execute()).toEqual([])
})

test.each([
  ['has begun', 0],
  ['is more than a year away', 367],
])('a pause until a date that %s is refused', async (_, days) => {
  const donor = await newDonor(bank)
  const reply = await choose(donor, { pause: 'date', pauseUntil: siteDate(days) })
  expect(reply).toRefuse('pause-date-out-of-range')
  expect(reply.error?.fields).toHaveProperty('pauseUntil')
  expect((await preferencesOf(donor))?.pausedUntil).toBeNull()
})

test('a pause ends by itself after a week, a month, at the start of a date, or never', async () => {
  const donor = await newDonor(bank)
  const endAfter = async (body: AlertPreferencesForm) => {
    const { pausedUntil } = (await choose(donor, body)).body
    return (Date.parse(String(pausedUntil)) - bank.now().getTime()) / DAY_MS
  }
  expect(await endAfter({ pause: 'week' })).toBeCloseTo(7, 2)
  expect(await endAfter({ pause: 'month' })).toBeCloseTo(30, 2)
  const pauseUntil = siteDate(365)
  expect((await choose(donor, { pause: 'date', pauseUntil })).body.pausedUntil).toBe(
    new Date(`${pauseUntil}T00:00:00+06:00`).toISOString(),
  )
  expect((await choose(donor, { pause: 'until-i-return' })).body.pausedUntil).toBe('until-i-return')
  expect((await preferencesOf(donor))?.pausedUntil).toBe('until-i-return')
  expect((await choose(donor, { pause: 'none' })).body.pausedUntil).toBeNull()
})

test('changes of two pages at once do not undo each other', async () => {
  const donor = await newDonor(bank)
  await Promise.all([
    choose(donor, { frequency: 'one-a-week' }),
    choose(donor, { pause: 'until-i-return' }),
    choose(donor, { isOn: false }),
  ])
  expect(await preferencesOf(donor)).toMatchObject({
    isOn: false,
    frequency: 'one-a-week',
    pausedUntil: 'until-i-return',
  })
})

test('whoever turns alerts off or pauses them is not asked, and whoever returns is', async () => {
  const donor = await newDonor(bank, {}, {})
  await choose(donor, { isOn: false })
  expect(await isAsked(donor)).toBe(false)
  await choose(donor, { isOn: true, pause: 'until-i-return' })
  expect(await isAsked(donor)).toBe(false)
  await choose(donor, { pause: 'week' })
  expect(await isAsked(donor)).toBe(false)
  await choose(donor, { pause: 'none' })
  expect(await isAsked(donor)).toBe(true)
  await choose(donor, { pause: 'week' })
  bank.advance(7 * DAY_MS - HOUR_MS)
  expect(await isAsked(donor)).toBe(false)
  bank.advance(2 * HOUR_MS)
  expect(await isAsked(donor)).toBe(true)
  expect((await preferencesOf(donor))?.pausedUntil).toBeNull()
})

test('a lower or higher frequency counts for the alerts that came already', { tags: 'long' }, async () => {
  const donor = await newDonor(bank)
  expect(await isAsked(donor)).toBe(true)
  await choose(donor, { frequency: 'one-a-week' })
  expect(await isAsked(donor)).toBe(false)
  await choose(donor, { frequency: 'two-a-week' })
  expect(await isAsked(donor)).toBe(true)
  expect(await isAsked(donor)).toBe(false)
  await choose(donor, { frequency: 'as-needed' })
  expect(await isAsked(donor)).toBe(true)
  await choose(donor, { frequency: 'one-a-month' })
  bank.advance(29 * DAY_MS)
  expect(await isAsked(donor)).toBe(false)
  bank.advance(DAY_MS + HOUR_MS)
  expect(await isAsked(donor)).toBe(true)
})

const CHOICES = [
  ['off', { isOn: false }],
  ['paused', { pause: 'week' }],
] as const

test.each(sample(1, CHOICES))(
  'an alert that was queued before alerts were %s is not sent',
  async (_, choice) => {
    const donor = await newDonor(bank)
    const other = await newDonor(bank)
    const owner = await bank.signedInAs()
    const bloodRequest = await post(owner)
    await plan()
    await choose(donor, choice)
    const subjects = async (person: Member) =>
      (await bank.mailsTo(person.user?.email ?? '')).map(({ subject }) => subject)
    expect(await subjects(donor)).toEqual([])
    expect(await subjects(other)).toEqual([expect.stringMatching(/^B\+ needed/)])
    await close(owner, bloodRequest, 'cancelled')
  },
)

test('a donor sends themselves a test alert, three times in a quarter of an hour, also while alerts are paused', async () => {
  const donor = await newDonor(bank, { bloodGroup: 'AB-' })
  await choose(donor, { pause: 'until-i-return' })
  for (const time of [1, 2, 3]) {
    const reply = await donor.call(sendTestAlert)
    expect([time, reply.status]).toEqual([time, 202])
  }
  const reply = await donor.call(sendTestAlert)
  expect(reply).toRefuse('too-many-test-alerts')
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(800)
  const mails = await bank.mailsTo(donor.user?.email ?? '')
  expect(mails.map(({ subject }) => subject)).toEqual(
    Array(3).fill('Test alert: AB− needed today: City Hospital (2 units)'),
  )
  expect(mails[0]?.text).toMatch(/^This is a test\./)
  bank.advance(15 * 60_000 + 1_000)
  expect((await donor.call(sendTestAlert)).status).toBe(202)
})
