import { registerDonor } from '@blood-bank/contract/donors/endpoints'
import { expect, test } from 'vitest'
import { aDonor } from '../../../testing/builders.ts'
import { listenLocally, openStream } from '../../../testing/http/live-stream.ts'
import { createAskedDonors, decline } from '../../../testing/offers/asked-donors.ts'
import { newDonor } from '../../../testing/offers/offers.ts'
import { startTestApp } from '../../../testing/test-app.ts'

const bank = await startTestApp()
const address = await listenLocally(bank.app)
const { anAskedDonor, lookAgain, alertOf } = createAskedDonors(bank)

test('a decline sends the requester no hint, and neither does the planner that finds nobody to replace the donor', async () => {
  const { owner, donor, token, phone } = await anAskedDonor()
  const stream = await openStream(address, owner)
  expect((await decline(phone, token)).body.answer).toBe('no')
  expect(await alertOf(donor)).toMatchObject({ answer: 'no' })
  await lookAgain()
  // What the requester does afterwards is told, so that everything before it has been.
  await owner.call(registerDonor, { body: aDonor() })
  await stream.hinted('own-donor-profile')
  expect([...stream.lists()]).toEqual(['own-donor-profile'])
})

test('the requester is told that another donor was asked, but not why', async () => {
  const { owner, token, phone } = await anAskedDonor()
  await newDonor(bank)
  const stream = await openStream(address, owner)
  await decline(phone, token)
  await lookAgain()
  await stream.hinted('own-blood-requests')
})
