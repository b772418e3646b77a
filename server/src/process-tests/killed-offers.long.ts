import { expect, test } from 'vitest'
import { killWhileOffering } from '../testing/processes/kill-while-offering.ts'

const TRIALS = 20
const MAX_LIFETIME_MS = 1_500

test('after kill -9 every offer has its entry in the contact ledger, and every donation its date, in twenty trials', async ({
  annotate,
}) => {
  const { acknowledged, lost, faults } = await killWhileOffering(TRIALS, MAX_LIFETIME_MS)
  await annotate(
    JSON.stringify({
      tried: `kill -9 of server and PostgreSQL while 4 donors offer, give and withdraw: ${acknowledged} offers acknowledged`,
      trials: TRIALS,
      faults: faults.length,
      losses: lost.length,
    }),
    'figures',
  )
  expect({ lost, faults }).toEqual({ lost: [], faults: [] })
})
