import { DAY_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { createAskedDonors, pause, readAlert } from '../../../testing/offers/asked-donors.ts'
import { siteDate } from '../../../testing/offers/offers.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { endOfPause } from './change-preferences.ts'

const bank = await startTestApp()
const { anAskedDonor } = createAskedDonors(bank)

test('a pause ends when it was chosen to, and changes no other preference', async () => {
  const { donor, token, phone } = await anAskedDonor()
  await bank.db
    .insertInto('alertPreferences')
    .values({
      userId: donor.id,
      frequency: 'as-needed',
      nightsAllowed: true,
      pausedUntil: null,
      firstAlertFrom: new Date(0),
    })
    .execute()
  const pausedUntil = async () => {
    const { pausedUntil, ...others } = await bank.db
      .selectFrom('alertPreferences')
      .selectAll()
      .where('userId', '=', donor.id)
      .executeTakeFirstOrThrow()
    expect(others).toMatchObject({ isOn: true, frequency: 'as-needed', nightsAllowed: true })
    const { alertsFrom } = await bank.db
      .selectFrom('donors')
      .select('alertsFrom')
      .where('userId', '=', donor.id)
      .executeTakeFirstOrThrow()
    expect(alertsFrom).toEqual(pausedUntil)
    return pausedUntil
  }
  for (const [choice, days] of [
    ['week', 7],
    ['month', 30],
  ] as const) {
    expect((await pause(phone, token, { pause: choice })).body.message).toMatch(
      /^Your alerts are paused until \w+ \d+, \d{4}\. You can end the pause under Account\.$/,
    )
    expect(Number(await pausedUntil()) / DAY_MS).toBeCloseTo(bank.now().getTime() / DAY_MS + days, 2)
  }
  const until = siteDate(100)
  expect((await pause(phone, token, { pause: 'date', pauseUntil: until })).status).toBe(200)
  // Midnight in Dhaka.
  expect(await pausedUntil()).toEqual(new Date(Date.parse(until) - 6 * 3_600_000))
  const reply = await pause(phone, token, { pause: 'until-i-return' })
  expect(reply.body.message).toBe(
    'Your alerts are paused until you end the pause. You can do so under Account.',
  )
  expect(await pausedUntil()).toBe(Number.POSITIVE_INFINITY)
  // The alert itself can still be answered.
  expect((await readAlert(phone, token)).body.answer).toBeNull()
})

test.each([
  ['2026-11-27', '2027-11-27', '2027-11-28'],
  ['2027-11-27', '2028-11-27', '2028-11-28'],
  ['2028-02-29', '2029-02-28', '2029-03-01'],
])('on %s a pause can last until %s, and not until %s', (today, last, tooLate) => {
  const until = (pauseUntil: string) =>
    endOfPause({ pause: 'date', pauseUntil }, { now: new Date(today), timeZone: 'UTC' })
  expect(until(last)).toEqual(new Date(last))
  expect(() => until(tooLate)).toThrow('within a year')
})
