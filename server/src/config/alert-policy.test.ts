import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
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

test('each number can be set', () => {
  const { alertPolicy } = readConfig({
    ALERT_WAVE_LOW: '2-5',
    ALERT_MINUTES_LOW: '240',
    ALERT_NEW_REQUESTER: '16',
    ALERT_PRIOR: '1:10',
    QUIET_HOURS: '0-0',
  })
  expect(alertPolicy.waves.low).toMatchObject({ min: 2, max: 5, intervalMinutes: 240 })
  expect(alertPolicy).toMatchObject({
    newRequesterAlerts: 16,
    prior: { yes: 1, alerts: 10 },
    quietHours: { from: 0, to: 0 },
  })
})

test.each([
  ['ALERT_WAVE_URGENT', '40-16', 'must be a range such as 16-40'],
  ['ALERT_WAVE_URGENT', '16', 'must be two numbers such as 16-40'],
  ['ALERT_PRIOR', '0:16', 'must be the yeses and the alerts, such as 2:16'],
  ['QUIET_HOURS', '0-24', 'must be hours from 0 to 23 such as 22-7; 0-0 for none'],
])('%s=%s is refused at the start', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message)
})
