import { REFUSALS } from '@blood-bank/contract/errors'
import { signOut } from '@blood-bank/contract/sessions'
import { expect, test } from 'vitest'
import { createAlertLink } from '../../../features/alerts/links.ts'
import { NO_POSTING_LIMITS } from '../../../testing/environments/no-posting-limits.ts'
import {
  accept,
  createAskedDonors,
  DIGITS,
  readAlert,
  WRONG_DIGITS,
} from '../../../testing/offers/asked-donors.ts'
import { newDonor, newestOfferOf } from '../../../testing/offers/offers.ts'
import { startTestApp } from '../../../testing/test-app.ts'

const bank = await startTestApp({ ...NO_POSTING_LIMITS, CALLS_PER_ACCOUNT: '0', CALLS_PER_ADDRESS: '0' })
const { anAskedDonor, alertOf } = createAskedDonors(bank)

test('the donor’s own session, and a browser they have signed in with, need no digits', async () => {
  const first = await anAskedDonor()
  expect((await readAlert(first.donor, first.token)).body.needsDigits).toBe(false)
  expect((await accept(first.donor, first.token)).body.answer).toBe('yes')

  const second = await anAskedDonor()
  await second.donor.call(signOut)
  expect((await readAlert(second.donor, second.token)).body.needsDigits).toBe(false)
  expect((await accept(second.donor, second.token)).body.answer).toBe('yes')
})

test('the session of somebody else does not replace the digits', async () => {
  const { owner, donor, token } = await anAskedDonor()
  const other = await newDonor(bank)
  const admin = await bank.signedInAs({ role: 'admin' })
  for (const person of [owner, other, admin]) {
    expect((await readAlert(person, token)).body.needsDigits).toBe(true)
    expect(await accept(person, token)).toRefuse('digits-needed')
  }
  expect((await accept(other, token, DIGITS)).status).toBe(200)
  expect((await newestOfferOf(donor))?.status).toBe('offered')
  expect(await newestOfferOf(other)).toBeUndefined()
})

test('the fifth wrong digits are the last, for all links of the alert, and count nothing but themselves', async () => {
  const { donor, token, phone } = await anAskedDonor()
  const { id } = await alertOf(donor)
  const again = await createAlertLink(bank.db, id)
  const { message } = REFUSALS['wrong-digits']
  for (const [at, link] of [token, again, token, again].entries()) {
    const left = 4 - at
    expect(await accept(phone, link, WRONG_DIGITS)).toRefuse(
      'wrong-digits',
      `${message} You can try ${left === 1 ? 'once' : `${left} times`} more.`,
    )
    // A press without digits costs nothing.
    expect(await accept(phone, link)).toRefuse('digits-needed')
  }
  expect(await accept(phone, token, WRONG_DIGITS)).toRefuse('too-many-wrong-digits')
  for (const link of [token, again])
    expect(await accept(phone, link, DIGITS)).toRefuse('too-many-wrong-digits')
  expect(await newestOfferOf(donor)).toBeUndefined()
  expect((await accept(donor, token)).body.answer).toBe('yes')
})

test('of twenty guesses at once, five are compared', async () => {
  const { donor, token, phone } = await anAskedDonor()
  const replies = await Promise.all(Array.from({ length: 20 }, () => accept(phone, token, WRONG_DIGITS)))
  const codes = replies.map(({ error }) => error?.code)
  expect(codes.filter(code => code === 'wrong-digits')).toHaveLength(4)
  expect(codes.filter(code => code === 'too-many-wrong-digits')).toHaveLength(16)
  const { id } = await alertOf(donor)
  const links = await bank.db.selectFrom('alertLinks').selectAll().where('alertId', '=', id).execute()
  expect(links.map(({ wrongDigits }) => wrongDigits)).toEqual([5])
})
