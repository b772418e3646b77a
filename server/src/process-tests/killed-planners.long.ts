import { expect, test } from 'vitest'
import { killWhilePlanning } from '../testing/processes/kill-while-planning.ts'

const DONORS = 300
const KILLS = 10

test('two servers plan 500 requests for 300 donors, killed at random: no donor is asked too often', async ({
  annotate,
}) => {
  const { alerts, faults, lost } = await killWhilePlanning({
    donors: DONORS,
    bloodRequests: 500,
    kills: KILLS,
  })
  await annotate(
    JSON.stringify({
      tried: `kill -9 of one of two servers while they plan 500 requests for 300 donors: ${alerts} alerts`,
      trials: KILLS,
      faults: faults.length,
      losses: lost,
    }),
    'figures',
  )
  expect({ faults, lost }).toEqual({ faults: [], lost: 0 })
  expect(alerts).toBeGreaterThan(DONORS)
})
