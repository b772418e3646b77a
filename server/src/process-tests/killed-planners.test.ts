import { expect, test } from 'vitest'
import { killWhilePlanning } from '../testing/processes/kill-while-planning.ts'

test('when one of two servers is killed while both plan alerts, no donor is asked too often and no email is lost', {
  timeout: 300_000,
}, async () => {
  const { alerts, ...outcome } = await killWhilePlanning({ donors: 30, bloodRequests: 40, kills: 1 })
  expect(outcome).toEqual({ faults: [], lost: 0 })
  expect(alerts).toBeGreaterThan(30)
})
