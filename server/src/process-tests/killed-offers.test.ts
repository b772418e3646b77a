import { expect, test } from 'vitest'
import { killWhileOffering } from '../testing/processes/kill-while-offering.ts'
import { samples } from '../testing/test-scope.ts'

const KILLS = samples({ gate: 1, all: 3 })

test('after kill -9 of everything every offer has its entry in the contact ledger, and every donation its date', {
  timeout: 300_000,
}, async () => {
  const { acknowledged, ...outcome } = await killWhileOffering(KILLS, 300)
  expect(outcome).toEqual({ lost: [], faults: [] })
  expect(acknowledged).toBeGreaterThanOrEqual(KILLS)
})
