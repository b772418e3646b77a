import { test } from 'vitest'
import { killFirstStart } from '../testing/processes/kill-first-start.ts'
import { killWhilePosting } from '../testing/processes/kill-while-posting.ts'

const TRIALS = 20
const FIRST_START_MS = 2_000

test('every post acknowledged to eight clients exists once after kill -9, in twenty trials', () =>
  killWhilePosting({ count: TRIALS, maxLifetimeMs: 1_500 }))

test('a first start that was killed at any of twenty moments is recovered by the next start', async () => {
  for (let trial = 0; trial < TRIALS; trial += 1)
    await killFirstStart({ afterMs: ((trial + 0.5) * FIRST_START_MS) / TRIALS })
})
