import { deleteBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import type { RefusalCode } from '@blood-bank/contract/errors'
import { suspendUser } from '@blood-bank/contract/users/administration'
import { expect, test } from 'vitest'
import {
  type AskedDonor,
  accept,
  createAskedDonors,
  DIGITS,
  decline,
  pause,
  readAlert,
} from '../../../testing/offers/asked-donors.ts'
import { close, offered, post } from '../../../testing/offers/offers.ts'
import { NO_POSTING_LIMITS, startTestApp } from '../../../testing/test-app.ts'

const bank = await startTestApp({ ...NO_POSTING_LIMITS, CALLS_PER_ACCOUNT: '0', CALLS_PER_ADDRESS: '0' })
const { anAskedDonor, alertOf } = createAskedDonors(bank)

const ENDS: [RefusalCode, (asked: AskedDonor) => Promise<unknown>][] = [
  ['alert-request-fulfilled', ({ owner, bloodRequest }) => close(owner, bloodRequest)],
  ['alert-request-cancelled', ({ owner, bloodRequest }) => close(owner, bloodRequest, 'cancelled')],
  [
    'alert-request-deleted',
    ({ owner, bloodRequest: { id } }) => owner.call(deleteBloodRequest, { params: { id } }),
  ],
  [
    'alert-request-unavailable',
    async ({ owner: { id } }) =>
      (await bank.signedInAs({ role: 'admin' })).call(suspendUser, {
        params: { id },
        body: { reason: 'false-requests' },
      }),
  ],
  [
    'alert-link-unknown',
    ({ donor: { id } }) => bank.owner.deleteFrom('users').where('id', '=', id).execute(),
  ],
]

test.each(ENDS)('a dead link says why: %s', async (code, end) => {
  const asked = await anAskedDonor()
  const { token, phone, donor } = asked
  await end(asked)
  for (const person of [phone, donor]) {
    expect(await readAlert(person, token)).toRefuse(code)
    expect(await accept(person, token, DIGITS)).toRefuse(code)
    expect(await decline(person, token)).toRefuse(code)
    expect(await pause(person, token, { pause: 'week' })).toRefuse(code)
  }
  const alerts = await bank.db.selectFrom('alerts').select('answer').where('userId', '=', donor.id).execute()
  for (const { answer } of alerts) expect(answer).toBeNull()
})

test('a token of no link is refused', async () => {
  const phone = bank.stranger()
  expect(await readAlert(phone, 'a'.repeat(43))).toRefuse(
    'alert-link-unknown',
    'This link is not valid. Please open it again from the message that asked you.',
  )
})

test('a yes is checked like every offer, and counts for nothing when it is refused', async () => {
  const { owner, donor, token, phone } = await anAskedDonor()
  await offered(donor, await post(owner))
  expect(await accept(phone, token, DIGITS)).toRefuse('other-offer-stands')
  const admin = await bank.signedInAs({ role: 'admin' })
  await admin.call(suspendUser, { params: { id: donor.id }, body: { reason: 'other' } })
  expect(await accept(phone, token, DIGITS)).toRefuse('account-suspended')
  expect((await alertOf(donor)).answer).toBeNull()
})
