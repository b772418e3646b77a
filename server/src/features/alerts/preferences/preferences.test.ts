import {
  type AlertPreferencesForm,
  changeAlertPreferences,
  readAlertPreferences,
  sendTestAlert,
} from '@blood-bank/contract/alerts/preferences'
import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { askAlone } from '../../../testing/alerts/alerts.ts'
import { createAskedDonors, pause, readAlert } from '../../../testing/offers/asked-donors.ts'
import { newDonor, siteDate } from '../../../testing/offers/offers.ts'
import type { Person } from '../../../testing/person.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { endOfPause } from './change-preferences.ts'

const bank = await startTestApp({ ACTIVE_REQUESTS: '0', POSTS_PER_DAY: '0' })
const isAsked = askAlone(bank)

const choose = (person: Person, body: AlertPreferencesForm) => person.call(changeAlertPreferences, { body })
const preferencesOf = async (person: Person) => (await person.call(readAlertPreferences)).body.preferences

test('a new donor is asked at most twice a week, and everything else is a choice', async () => {
  const donor = await newDonor(bank)
  const defaults = {
    isOn: true,
    frequency: 'two-a-week',
    nightsAllowed: false,
    alsoPlatelets: false,
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

test.each([
  ['notifications at night', 'nightsAllowed'],
  ['to be asked for platelets', 'alsoPlatelets'],
] as const)('a donor allows %s, and forbids it again', async (_, choice) => {
  const donor = await newDonor(bank)
  expect((await choose(donor, { [choice]: true })).body[choice]).toBe(true)
  await choose(donor, { frequency: 'one-a-week', isOn: false })
  expect((await preferencesOf(donor))?.[choice]).toBe(true)
  expect((await choose(donor, { [choice]: false })).body[choice]).toBe(false)
})

test('alerts are for donors', async () => {
  const member = await bank.signedInAs()
  expect(await preferencesOf(member)).toBeNull()
  expect(await choose(member, { isOn: false })).toRefuse('alerts-for-donors')
  expect(await member.call(sendTestAlert)).toRefuse('alerts-for-donors')
  const stored = bank.db.selectFrom('alertPreferences').selectAll().where('userId', '=', member.id)
  expect(await stored.execute()).toEqual([])
})

test.each<[AlertPreferencesForm, string | number | null]>([
  [{ pause: 'week' }, '2026-12-04T10:00:00.000Z'],
  [{ pause: 'month' }, '2026-12-27T10:00:00.000Z'],
  [{ pause: 'date', pauseUntil: '2027-02-01' }, '2027-01-31T18:00:00.000Z'],
  [{ pause: 'date', pauseUntil: '2027-11-27' }, '2027-11-26T18:00:00.000Z'],
  [{ pause: 'until-i-return' }, Number.POSITIVE_INFINITY],
  [{ pause: 'none' }, null],
])('a pause of %j ends at %s', ({ pause = 'none', pauseUntil }, end) => {
  const until = endOfPause(
    { pause, pauseUntil },
    { now: new Date('2026-11-27T10:00:00Z'), timeZone: 'Asia/Dhaka' },
  )
  expect(until instanceof Date ? until.toISOString() : until).toBe(end)
})

test.each([
  ['2026-11-27', '2026-11-27'],
  ['2026-11-27', '2027-11-28'],
  ['2027-11-27', '2028-11-28'],
  ['2028-02-29', '2029-03-01'],
])('on %s a pause cannot last until %s', (today, pauseUntil) => {
  const setting = { now: new Date(`${today}T12:00:00Z`), timeZone: 'UTC' }
  expect(() => endOfPause({ pause: 'date', pauseUntil }, setting)).toThrow('within a year')
})

test('a pause until a date that has begun is refused at its field, and changes nothing', async () => {
  const donor = await newDonor(bank)
  const reply = await choose(donor, { pause: 'date', pauseUntil: siteDate() })
  expect(reply).toRefuse('pause-date-out-of-range')
  expect(reply.error?.fields).toHaveProperty('pauseUntil')
  expect((await preferencesOf(donor))?.pausedUntil).toBeNull()
})

test('the link of an alert pauses alerts, and changes no other preference', async () => {
  const { donor, token, phone } = await createAskedDonors(bank).anAskedDonor()
  await choose(donor, { frequency: 'as-needed', nightsAllowed: true })
  for (const [choice, message] of [
    ['week', /^Your alerts are paused until \w+ \d+, \d{4}\. You can end the pause under Account\.$/],
    ['until-i-return', 'Your alerts are paused until you end the pause. You can do so under Account.'],
  ] as const)
    expect((await pause(phone, token, { pause: choice })).body.message).toMatch(message)
  expect(await preferencesOf(donor)).toMatchObject({
    isOn: true,
    frequency: 'as-needed',
    nightsAllowed: true,
    pausedUntil: 'until-i-return',
  })
  // The alert itself can still be answered.
  expect((await readAlert(phone, token)).body.answer).toBeNull()
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

test('a lower or higher frequency counts for the alerts that came already', async () => {
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
