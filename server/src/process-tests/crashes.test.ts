import { test } from 'vitest'
import { killWhilePosting } from '../testing/processes/kill-while-posting.ts'

const timeout = 300_000

test('every post acknowledged to eight clients exists once after kill -9 of everything', { timeout }, () =>
  killWhilePosting({ count: 1, maxLifetimeMs: 300 }),
)
