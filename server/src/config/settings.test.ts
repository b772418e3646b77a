import { describeFitToGive } from '@blood-bank/contract/donors/fit-to-give'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { PUBLIC_SITE } from '../testing/environments/public-site.ts'
import { DEFAULT_POLICY } from './alert-policy.ts'

test('without settings the policy is the one that was simulated', () => {
  expect(readConfig({}).alertPolicy).toEqual(DEFAULT_POLICY)
  expect(DEFAULT_POLICY.waves.urgent).toMatchObject({
    min: 16,
    max: 40,
    intervalMinutes: 10,
    backupOffers: 1,
  })
  expect(DEFAULT_POLICY.quietHours).toEqual({ from: 22, to: 7 })
})

test('each setting changes the policy', () => {
  const { alertPolicy } = readConfig({
    ALERT_SMALL_POOL: '5',
    ALERT_NEW_REQUESTER: '16',
    NEEDED_HOURS_LOW: '100',
    QUIET_HOURS: '0-0',
  })
  expect(alertPolicy).toMatchObject({
    smallPool: 5,
    newRequesterAlerts: 16,
    neededHours: { urgent: 24, moderate: 48, low: 100 },
    quietHours: { from: 0, to: 0 },
  })
})

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

const PUBLIC = {
  AUTH_SECRET: 'Vq8TlN2rQ4sXw7ZbC0dEfGhIjKlMnOpQ',
  SMTP_URL: 'smtp://mail.example.edu',
}

test.each([
  [{ ...PUBLIC, PUBLIC_URL: 'https://blood.example.edu/' }, 'https://blood.example.edu'],
  [
    { ...PUBLIC, PUBLIC_URL: 'http://blood.example.edu', ALLOW_HTTP: 'true' },
    'mailto:no-reply@blood.example.edu',
  ],
  [{ MAIL_FROM: '"Blood Bank" <bank@example.edu>' }, 'mailto:bank@example.edu'],
  [{ MAIL_FROM: 'bank@example.edu', PUBLIC_URL: 'https://localhost:8443' }, 'mailto:bank@example.edu'],
])('with %j push services learn %s', (environment, subject) => {
  expect(readConfig(environment).push.subject).toBe(subject)
})

test('an operator can allow further push services', () => {
  expect(readConfig({}).push.extraServices).toEqual([])
  const PUSH_SERVICES = 'https://push.example.edu, http://127.0.0.1:4321'
  expect(readConfig({ PUSH_SERVICES }).push.extraServices).toEqual([
    'https://push.example.edu',
    'http://127.0.0.1:4321',
  ])
})
