import { aUser } from '@blood-bank/postgres-local/testing/users'
import { expect, test } from 'vitest'
import { killFirstStart } from '../testing/processes/kill-first-start.ts'

const KILLED_AFTER_MS = 700

test('an unprivileged user starts the product after a killed first start, in the C locale', {
  timeout: 300_000,
}, async () => {
  const uid = aUser()
  const environment = { LANG: 'C', LC_ALL: 'C' }
  const outcome = await killFirstStart({ afterMs: KILLED_AFTER_MS, environment, uid })
  expect(outcome).toEqual({ patientName: 'ø😀', postmasters: 1, code: 0 })
})
