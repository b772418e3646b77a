import * as answers from '@blood-bank/contract/alerts/answers'
import { DATE_NEEDED } from '@blood-bank/contract/alerts/preferences'
import { deleteBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'
import { suspendUser } from '@blood-bank/contract/users/endpoints'
import { expect, test } from 'vitest'
import { aDonor } from '../../../testing/builders.ts'
import { NO_POSTING_LIMITS } from '../../../testing/environments/no-posting-limits.ts'
import {
  type AskedDonor,
  accept,
  createAskedDonors,
  DIGITS,
  decline,
  pause,
  readAlert,
} from '../../../testing/offers/asked-donors.ts'
import { close, DONOR_NUMBER, type Member, offered, post, siteDate } from '../../../testing/offers/offers.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { sample } from '../../../testing/test-scope.ts'

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

test.each(sample(2, ENDS))('a dead link says why: %s', async (code, end) => {
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

test.each([
  [answers.readAskedAlert.path, {}, 'The link is incomplete.'],
  [
    answers.readAskedAlert.path,
    { token: 'short' },
    'The link is incomplete. Please open it again from the message.',
  ],
  [answers.acceptAlert.path, { digits: '123' }, 'Please enter four digits.'],
  [answers.acceptAlert.path, { digits: '12a4' }, 'Please enter four digits.'],
  [answers.acceptAlert.path, { digits: ' ' }, 'Please enter the last four digits of your phone number.'],
  [answers.acceptAlert.path, { donor: 'me' }, 'donor cannot be set here.'],
  [answers.pauseAlerts.path, {}, 'Please select how long.'],
  [answers.pauseAlerts.path, { pause: 'date' }, DATE_NEEDED],
  [answers.pauseAlerts.path, { pause: 'date', pauseUntil: '2026-02-30' }, DATE_NEEDED],
  [answers.pauseAlerts.path, { pause: 'week', pauseUntil: siteDate(9) }, DATE_NEEDED],
  [answers.pauseAlerts.path, { pause: 'none' }, 'Please select how long.'],
])('%s refuses %o', async (path, wrong, message) => {
  const { token, phone } = await anAskedDonor()
  const body = path === answers.readAskedAlert.path ? wrong : { token, ...wrong }
  expect(await phone.send('POST', path, { body })).toRefuse('invalid-input', message)
})

const BAD_DATES = ['2020-01-01', '2120-01-01', siteDate()]

test.each(sample(1, BAD_DATES))('a pause cannot last until %s', async pauseUntil => {
  const { token, phone } = await anAskedDonor()
  expect(await pause(phone, token, { pause: 'date', pauseUntil })).toRefuse('pause-date-out-of-range')
})

const CHANGES: [RefusalCode, string, (donor: Member, owner: Member) => Promise<unknown>][] = [
  [
    'donor-unavailable',
    REFUSALS['donor-unavailable'].message,
    donor =>
      donor.call(updateOwnDonor, {
        body: aDonor({ bloodGroup: 'O-', contactNumber: DONOR_NUMBER, isAvailable: false }),
      }),
  ],
  [
    'incompatible-blood-group',
    REFUSALS['incompatible-blood-group'].message,
    donor => donor.call(updateOwnDonor, { body: aDonor({ bloodGroup: 'AB+', contactNumber: DONOR_NUMBER }) }),
  ],
  [
    'other-offer-stands',
    REFUSALS['other-offer-stands'].message,
    async (donor, owner) => offered(donor, await post(owner)),
  ],
  [
    'account-suspended',
    REFUSALS['account-suspended'].message,
    async ({ id }) =>
      (await bank.signedInAs({ role: 'admin' })).call(suspendUser, {
        params: { id },
        body: { reason: 'other' },
      }),
  ],
]

test.each(sample(1, CHANGES))('a yes is checked like every offer: %s', async (code, message, change) => {
  const { owner, donor, token, phone } = await anAskedDonor()
  await change(donor, owner)
  expect(await accept(phone, token, DIGITS)).toRefuse(code, message)
  expect((await alertOf(donor)).answer).toBeNull()
})
