import { describeFitToGive } from '@blood-bank/contract/donors/fit-to-give'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { PUBLIC_SITE } from '../testing/environments/public-site.ts'

/** The sentences about faults; none for a configuration that is valid. */
function faultsOf(environment: Record<string, string>) {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').slice(1, -1)
  }
}

const CENTRE = 'Your partner blood centre decides how long donors wait: ask it.'

test('without settings donors are 18 to 60, and weigh at least 50 kg', () => {
  expect(readConfig({}).donorRules).toEqual({
    sentence: describeFitToGive({ ages: { from: 18, to: 60 }, minWeightKg: 50 }),
    url: null,
  })
})

test.each([
  ['17-65', 17, 65],
  [' 18 – 65 ', 18, 65],
  ['১৮-৬০', 18, 60],
  ['16-99', 16, 99],
])('DONOR_AGES=%s are the ages from %i to %i', (DONOR_AGES, from, to) => {
  const { sentence } = readConfig({ DONOR_AGES }).donorRules
  expect(sentence).toBe(describeFitToGive({ ages: { from, to }, minWeightKg: 50 }))
})

test.each(['60-18', '18', '18-', '15-60', '18-100', '18-18', 'adults', '18-60-70'])(
  'ages of %s are refused with what would be right',
  DONOR_AGES => {
    expect(faultsOf({ DONOR_AGES })).toEqual([
      `  - DONOR_AGES must be two ages from 16 to 99 such as 18-60, of which the first is the lower, not "${DONOR_AGES}".`,
    ])
  },
)

test.each(['500', '39', '50.5', 'fifty'])('a weight of %s is refused', weight => {
  expect(faultsOf({ DONOR_MIN_WEIGHT_KG: weight })).toEqual([
    `  - DONOR_MIN_WEIGHT_KG must be a whole number from 40 to 100, not "${weight}".`,
  ])
})

test.each(['centre.example.edu/rules', 'javascript:alert(1)'])('rules at %s are refused', url => {
  expect(faultsOf({ DONOR_RULES_URL: url })).toEqual([
    `  - DONOR_RULES_URL must be a complete http:// or https:// URL, not "${url}".`,
  ])
})

test.each([
  ['DONATION_INTERVAL_DAYS', '0', ['at least 56'], []],
  ['DONATION_INTERVAL_DAYS', '55', ['at least 56'], []],
  ['DONATION_INTERVAL_DAYS', '56', [], ['is 56']],
  ['DONATION_INTERVAL_DAYS', '111', [], ['is 111']],
  ['DONATION_INTERVAL_DAYS', '112', [], []],
  ['DONATION_INTERVAL_DAYS', '120', [], []],
  ['PLATELET_INTERVAL_DAYS', '0', ['at least 7'], []],
  ['PLATELET_INTERVAL_DAYS', '6', ['at least 7'], []],
  ['PLATELET_INTERVAL_DAYS', '7', [], ['is 7']],
  ['PLATELET_INTERVAL_DAYS', '13', [], ['is 13']],
  ['PLATELET_INTERVAL_DAYS', '14', [], []],
])('a public site with %s=%s: refused %j, warned %j', (name, days, refused, warned) => {
  const environment = { ...PUBLIC_SITE, [name]: days }
  const faults = faultsOf(environment)
  expect(faults).toEqual(refused.map(text => expect.stringContaining(`${name} must be ${text}`)))
  const warnings = faults.length > 0 ? [] : readConfig(environment).warnings
  expect(warnings).toEqual(warned.map(text => expect.stringContaining(`${name} ${text}`)))
  for (const sentence of [...faults, ...warnings]) expect(sentence).toContain(CENTRE)
})

test('the interval of platelets is 14 days unless the operator sets another one, which is a number of days', () => {
  expect(readConfig({}).intervals.plateletIntervalDays).toBe(14)
  expect(readConfig({ PLATELET_INTERVAL_DAYS: '28' }).intervals.plateletIntervalDays).toBe(28)
  expect(faultsOf({ ...PUBLIC_SITE, PLATELET_INTERVAL_DAYS: 'weekly' })).toEqual([
    '  - PLATELET_INTERVAL_DAYS must be a whole number from 0 to 3650, not "weekly".',
  ])
})

test('a trial on one machine may have any interval, and is not warned', () => {
  expect(readConfig({ DONATION_INTERVAL_DAYS: '0', PLATELET_INTERVAL_DAYS: '0' })).toMatchObject({
    intervals: { intervalDays: 0, plateletIntervalDays: 0 },
    warnings: [],
  })
})
