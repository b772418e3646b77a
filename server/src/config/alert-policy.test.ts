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

test.each([
  ['ALERT_NEW_REQUESTER', '0', 'must be a whole number from 1 to 1000000, not "0".'],
  ['QUIET_HOURS', '22', 'must be two hours from 0 to 23 such as 22-7, or 0-0 for none, not "22".'],
  ['QUIET_HOURS', '0-24', 'must be two hours from 0 to 23 such as 22-7, or 0-0 for none, not "0-24".'],
])('%s=%s is refused at the start', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message)
})
