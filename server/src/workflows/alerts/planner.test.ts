import { expect, test } from 'vitest'
import { newDonor, post } from '../../testing/offers/offers.ts'
import { AUTH_SECRET, startTestApp } from '../../testing/test-app.ts'
import { createPlanner } from './planner.ts'

const bank = await startTestApp()
const plan = createPlanner({ ...bank, authSecret: AUTH_SECRET })

test('a new request asks the donors who can give, by email, and nobody twice', async () => {
  const owner = await bank.signedInAs()
  const donors = []
  for (let at = 0; at < 3; at += 1) donors.push(await newDonor(bank))
  await post(owner)
  expect(await plan()).toBe(1)
  const alerts = await bank.db.selectFrom('alerts').selectAll().execute()
  expect(alerts.map(({ userId }) => userId).sort()).toEqual(donors.map(({ id }) => id).sort())
  expect(await plan()).toBe(0)
})
