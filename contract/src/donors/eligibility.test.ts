import { describe, expect, test } from 'vitest'
import { COMPONENTS } from './components.ts'
import { addDays, firstDayToGive, isPossibleRest, latestDonationsToGive, restOf } from './eligibility.ts'

const intervals = { intervalDays: 120, plateletIntervalDays: 14 }
const lastDonations = (blood: string | null, platelets: string | null) => ({
  blood,
  'apheresis-platelets': platelets,
})

/** From when on, and whether today, a donor can give blood who last gave it on a date, and never platelets. */
const eligibleFrom = (date: string | null) => firstDayToGive('blood', lastDonations(date, null), intervals)
const isEligible = (date: string | null, today: string, intervalDays = 120) =>
  restOf(
    'blood',
    { latestDonationDate: date, recordedPlateletsDate: null, restsUntil: null },
    { ...intervals, intervalDays, today },
  ) === null

describe('a donor who donated on January 1, 2026', () => {
  test('can donate again from May 1, 2026', () => {
    expect(eligibleFrom('2026-01-01')).toBe('2026-05-01')
  })

  test.each([
    [119, '2026-04-30', false],
    [120, '2026-05-01', true],
    [121, '2026-05-02', true],
  ])('after %i days, on %s: %s', (days, today, expected) => {
    expect(addDays('2026-01-01', days)).toBe(today)
    expect(isEligible('2026-01-01', today)).toBe(expected)
  })
})

test('a leap day is a day of the interval', () => {
  expect(eligibleFrom('2027-11-01')).toBe('2028-02-29')
  expect(eligibleFrom('2027-12-01')).toBe('2028-03-30')
  expect(eligibleFrom('2026-12-01')).toBe('2027-03-31')
  expect(eligibleFrom('2028-02-29')).toBe('2028-06-28')
})

test('a donor who has not donated yet can donate on any day', () => {
  expect(eligibleFrom(null)).toBe(null)
  expect(isEligible(null, '2026-11-22')).toBe(true)
})

test('with an interval of 0 days a donor can donate on the day of the last donation', () => {
  expect(isEligible('2026-11-22', '2026-11-22', 0)).toBe(true)
})

test('the day begins at midnight in every time zone from -11 to +14', () => {
  const zones = Array.from({ length: 26 }, (_, at) => at - 11)
  for (const offset of zones) {
    // The signs of these zones are inverted: Etc/GMT-14 is 14 hours ahead of UTC.
    const timeZone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
    const midnight = Date.parse('2026-05-01T00:00:00Z') - offset * 3_600_000
    const [before, after] = [midnight - 1, midnight].map(time => format.format(time)) as [string, string]
    expect(isEligible('2026-01-01', before), timeZone).toBe(false)
    expect(isEligible('2026-01-01', after), timeZone).toBe(true)
  }
})

describe('for every day of two years', () => {
  const days = Array.from({ length: 731 }, (_, at) => addDays('2027-06-01', at))

  test('a donor who can donate can donate on every later day', () => {
    const answers = days.map(today => isEligible('2027-12-24', today))
    expect(answers.indexOf(true)).toBe(answers.lastIndexOf(false) + 1)
  })

  test('an earlier donation never makes a donor wait longer', () => {
    const answers = days.map(donatedOn => isEligible(donatedOn, '2028-06-01'))
    expect(answers.indexOf(false)).toBe(answers.lastIndexOf(true) + 1)
  })

  test('the latest donation of blood to give it again is the last date with which a donor can donate', () => {
    for (const today of days) {
      const latest = latestDonationsToGive('blood', { ...intervals, today }).blood
      expect(isEligible(latest, today)).toBe(true)
      expect(isEligible(addDays(latest, 1), today)).toBe(false)
    }
  })
})

test.each([
  ['neither donated nor chose a day', null, null, null],
  ['donated long ago', '2025-01-01', null, null],
  ['donated lately', '2026-09-01', null, { until: '2026-12-30', isOwnChoice: false }],
  ['chose tomorrow', null, '2026-11-23', { until: '2026-11-23', isOwnChoice: true }],
  ['chose today, so that it has come', null, '2026-11-22', null],
  ['chose a day after the interval', '2026-09-01', '2026-12-31', { until: '2026-12-31', isOwnChoice: true }],
  ['chose the day on which it ends', '2026-09-01', '2026-12-30', { until: '2026-12-30', isOwnChoice: false }],
  ['chose a day within it', '2026-09-01', '2026-12-01', { until: '2026-12-30', isOwnChoice: false }],
])('a donor who %s rests until the later day', (_, latestDonationDate, restsUntil, rest) => {
  const donor = { latestDonationDate, recordedPlateletsDate: null, restsUntil }
  expect(restOf('blood', donor, { ...intervals, today: '2026-11-22' })).toEqual(rest)
})

test.each([
  ['blood', '2026-11-15', null, { until: '2026-12-13', isOwnChoice: false }],
  ['pooled-platelets', '2026-11-15', null, { until: '2026-12-13', isOwnChoice: false }],
  ['apheresis-platelets', '2026-11-15', null, { until: '2026-11-29', isOwnChoice: false }],
  ['apheresis-platelets', '2026-11-15', '2026-12-01', { until: '2026-12-01', isOwnChoice: true }],
  ['blood', '2026-11-15', '2026-12-01', { until: '2026-12-13', isOwnChoice: false }],
  ['apheresis-platelets', '2026-11-08', null, null],
] as const)('for %s a donor rests who gave platelets by machine on %s and chose %s', (...row) => {
  const [component, recordedPlateletsDate, restsUntil, rest] = row
  const donor = { latestDonationDate: '2026-01-01', recordedPlateletsDate, restsUntil }
  expect(restOf(component, donor, { ...intervals, today: '2026-11-22' })).toEqual(rest)
})

test.each([
  ['2026-11-22', '2026-11-21', false],
  ['2026-11-22', '2026-11-22', false],
  ['2026-11-22', '2026-11-23', true],
  ['2026-11-22', '2027-11-22', true],
  ['2026-11-22', '2027-11-23', false],
  ['2028-02-29', '2029-02-28', true],
  ['2028-02-29', '2029-03-01', false],
])('on %s a donor can choose to rest until %s: %s', (today, day, isPossible) => {
  expect(isPossibleRest(day, today)).toBe(isPossible)
})

describe('blood and platelets', () => {
  // Of blood: 120 days after blood, 28 after platelets. Of platelets by machine: 28 after blood, 14 after platelets.
  test.each([
    [null, null, null, null],
    ['2026-01-01', null, '2026-05-01', '2026-01-29'],
    [null, '2026-01-01', '2026-01-29', '2026-01-15'],
    ['2026-01-01', '2026-01-01', '2026-05-01', '2026-01-29'],
    ['2026-01-01', '2026-02-01', '2026-05-01', '2026-02-15'],
    ['2026-02-01', '2026-01-01', '2026-06-01', '2026-03-01'],
    ['2026-01-01', '2026-01-15', '2026-05-01', '2026-01-29'],
    ['2026-01-01', '2026-04-02', '2026-05-01', '2026-04-16'],
    ['2026-01-01', '2026-04-03', '2026-05-01', '2026-04-17'],
    ['2026-01-01', '2026-04-04', '2026-05-02', '2026-04-18'],
    ['2025-01-01', '2026-06-01', '2026-06-29', '2026-06-15'],
  ])('after blood on %s and platelets by machine on %s: blood from %s, by machine from %s', (...dates) => {
    const [blood, platelets, nextBlood, nextPlatelets] = dates
    const last = lastDonations(blood, platelets)
    expect(firstDayToGive('blood', last, intervals)).toBe(nextBlood)
    expect(firstDayToGive('pooled-platelets', last, intervals)).toBe(nextBlood)
    expect(firstDayToGive('apheresis-platelets', last, intervals)).toBe(nextPlatelets)
  })

  test('a centre that takes platelets more seldom than after blood is followed', () => {
    const last = lastDonations('2026-01-01', '2026-01-02')
    const rare = { ...intervals, plateletIntervalDays: 56 }
    expect(firstDayToGive('apheresis-platelets', last, rare)).toBe('2026-02-27')
  })

  test.each(COMPONENTS)('the latest donations to give %s are the last with which a donor can', component => {
    for (const today of ['2026-11-22', '2028-02-29', '2028-06-28']) {
      const latest = latestDonationsToGive(component, { ...intervals, today })
      expect(firstDayToGive(component, latest, intervals)).toBe(today)
      for (const kind of ['blood', 'apheresis-platelets'] as const) {
        const later = { ...latest, [kind]: addDays(latest[kind], 1) }
        expect(firstDayToGive(component, later, intervals)).toBe(addDays(today, 1))
      }
    }
  })
})
