import { expect, test } from 'vitest'
import { killWhileOffering } from '../testing/processes/kill-while-offering.ts'

test('after kill -9 of everything every offer has its entry in the contact ledger, and every donation its date', {
  timeout: 300_000,
}, async () => {
  const { acknowledged, ...outcome } = await killWhileOffering(3, 300)
  expect(outcome).toEqual({ lost: [], faults: [] })
  expect(acknowledged).toBeGreaterThanOrEqual(3)
})
