import { registerDonor } from '@blood-bank/contract/donors/profile'
import { HOUR_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { aDonor } from '../../testing/builders.ts'
import { listenLocally, openStream } from '../../testing/http/live-stream.ts'
import { createAskedDonors, decline } from '../../testing/offers/asked-donors.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const address = await listenLocally(bank.app)
const { anAskedDonor, replan, alertOf } = createAskedDonors(bank)

test('a decline sends the requester no hint, and neither does the planner that finds nobody to replace the donor', async () => {
  const { owner, donor, token, phone } = await anAskedDonor()
  const stream = await openStream(address, owner)
  expect((await decline(phone, token)).body.answer).toBe('no')
  expect(await alertOf(donor)).toMatchObject({ answer: 'no' })
  await replan()
  // What the requester does afterwards is told, so that everything before it has been.
  await owner.call(registerDonor, { body: aDonor() })
  await stream.hinted('own-donor-profile')
  expect([...stream.lists()]).toEqual(['own-donor-profile'])
})

test('the requester is told when donors are looked for again, whether or not anybody is found', async () => {
  const { owner, token, phone } = await anAskedDonor()
  const stream = await openStream(address, owner)
  await decline(phone, token)
  bank.advance(2 * HOUR_MS)
  await replan()
  await stream.hinted('own-blood-requests')
})
