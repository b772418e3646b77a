import { expect, test } from 'vitest'
import { killFirstStart } from '../testing/processes/kill-first-start.ts'
import { killWhilePosting } from '../testing/processes/kill-while-posting.ts'

const TRIALS = 20
const MAX_LIFETIME_MS = 1_500
const FIRST_START_MS = 2_000
const RESTART_WITHIN_MS = 10_000

test('every post acknowledged to eight clients exists once after kill -9, in twenty trials', async ({
  annotate,
}) => {
  const { acknowledged, lost, duplicates, maxStartMs } = await killWhilePosting(TRIALS, MAX_LIFETIME_MS)
  await annotate(
    JSON.stringify({
      tried: `kill -9 of server and PostgreSQL under 8 clients: ${acknowledged} writes acknowledged; started again within ${Math.round(maxStartMs)} ms`,
      trials: TRIALS,
      faults: duplicates,
      losses: lost.length,
    }),
    'figures',
  )
  expect({ lost, duplicates }).toEqual({ lost: [], duplicates: 0 })
  expect(maxStartMs).toBeLessThan(RESTART_WITHIN_MS)
})

test('the next start recovers a first start that was killed at any of twenty points', async ({
  annotate,
}) => {
  let faults = 0
  for (let trial = 0; trial < TRIALS; trial++) {
    const { patientName, postmasters } = await killFirstStart({
      afterMs: ((trial + 0.5) * FIRST_START_MS) / TRIALS,
    })
    if (patientName !== 'ø😀' || postmasters !== 1) faults += 1
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
