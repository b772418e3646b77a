import { expect, test } from 'vitest'
import { killFirstStart } from '../testing/processes/kill-first-start.ts'
import { killWhilePosting } from '../testing/processes/kill-while-posting.ts'

const TRIALS = 20
const LONGEST_LIFE_MS = 1_500
const FIRST_START_MS = 2_000
const START_AGAIN_WITHIN_MS = 10_000

test('what was acknowledged to eight clients survives twenty times kill -9, once', async ({ annotate }) => {
  const { acknowledged, lost, twice, longestStartMs } = await killWhilePosting(TRIALS, LONGEST_LIFE_MS)
  await annotate(
    JSON.stringify({
      tried: `kill -9 of server and PostgreSQL under 8 clients: ${acknowledged} writes acknowledged; started again within ${Math.round(longestStartMs)} ms`,
      trials: TRIALS,
      faults: twice,
      losses: lost.length,
    }),
    'figures',
  )
  expect({ lost, twice }).toEqual({ lost: [], twice: 0 })
  expect(longestStartMs).toBeLessThan(START_AGAIN_WITHIN_MS)
})

test('a first start that was killed at any of twenty points is made good by the next', async ({
  annotate,
}) => {
  let faults = 0
  for (let trial = 0; trial < TRIALS; trial++) {
    const { word, postmasters } = await killFirstStart({
      afterMs: ((trial + 0.5) * FIRST_START_MS) / TRIALS,
    })
    if (word !== 'ø😀' || postmasters !== 1) faults += 1
  }
  await annotate(
    JSON.stringify({
      tried: `kill -9 of everything at ${TRIALS} points of the first ${FIRST_START_MS} ms of a first start`,
      trials: TRIALS,
      faults,
    }),
    'figures',
  )
  expect(faults).toBe(0)
})
