import { aUser } from '@blood-bank/postgres-local/testing/users'
import { test } from 'vitest'
import { killFirstStart } from '../testing/processes/kill-first-start.ts'
import { killWhilePosting } from '../testing/processes/kill-while-posting.ts'

const timeout = 300_000

test('every post acknowledged to eight clients exists once after kill -9 of everything', { timeout }, () =>
  killWhilePosting({ count: 1, maxLifetimeMs: 300 }),
)

test('an unprivileged user starts the product after a killed first start, in the C locale', { timeout }, () =>
  killFirstStart({ afterMs: 700, environment: { LANG: 'C', LC_ALL: 'C' }, uid: aUser() }),
)
