import { deleteBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { HOUR_MS } from '@blood-bank/contract/durations'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { suspendUser } from '@blood-bank/contract/users/administration'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/database/connection.ts'
import {
  type AskedDonor,
  accept,
  createAskedDonors,
  DIGITS,
  decline,
} from '../../../testing/offers/asked-donors.ts'
import { findOfferFaults } from '../../../testing/offers/faults.ts'
import { close } from '../../../testing/offers/offers.ts'
import { countLockWaits } from '../../../testing/postgres/test-database.ts'
import { storeAlert, storeUser } from '../../../testing/stored.ts'
import { NO_POSTING_LIMITS, PASSWORD, startTestApp } from '../../../testing/test-app.ts'
import { findBloodRequest } from '../../blood-requests/queries.ts'
import { lockBloodRequest, makeRequestDue, scheduleWave } from '../../blood-requests/store.ts'
import { createAlertLink } from '../links.ts'

const ROUNDS = 2
const bank = await startTestApp({ ...NO_POSTING_LIMITS, CALLS_PER_ACCOUNT: '0', CALLS_PER_ADDRESS: '0' })
const { anAskedDonor, alertOf, plan } = createAskedDonors(bank)
const admin = await bank.signedInAs({ role: 'admin' })

const EVENTS: [string, (asked: AskedDonor) => Promise<unknown>][] = [
  ['closes', ({ owner, bloodRequest }) => close(owner, bloodRequest)],
  ['is deleted', ({ owner, bloodRequest: { id } }) => owner.call(deleteBloodRequest, { params: { id } })],
  ['loses its donor', ({ donor }) => donor.call(eraseOwnAccount, { body: { password: PASSWORD } })],
  ['loses its owner', ({ owner }) => owner.call(eraseOwnAccount, { body: { password: PASSWORD } })],
  [
    'has its donor suspended',
    ({ donor: { id } }) => admin.call(suspendUser, { params: { id }, body: { reason: 'other' } }),
  ],
  ['is planned again', () => plan()],
]

test.each(EVENTS)('answers while the request %s wait for each other in one order', async (_, happen) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked = await anAskedDonor()
    const { phone, token } = asked
    const calls = [
      () => accept(phone, token, DIGITS),
      () => decline(phone, token),
      () => happen(asked),
      () => accept(phone, token, DIGITS),
    ]
    // A deadlock is a 500.
    const replies = await Promise.all([...calls.slice(round), ...calls.slice(0, round)].map(call => call()))
    for (const reply of replies) if (isFailure(reply)) expect.fail(JSON.stringify(reply))
    expect(await findOfferFaults(bank.db)).toEqual([])
  }
})

test('donors who decline one request at the same moment are all counted, and it is due once more', async () => {
  const { owner, bloodRequest, phone } = await anAskedDonor()
  const alert = { bloodRequestId: bloodRequest.id, requesterId: owner.id }
  const asked: { userId: string; token: string }[] = []
  for (let nth = 0; nth < 4; nth += 1) {
    const { id: userId } = await storeUser(bank.db)
    const { id } = await storeAlert(bank.db, { ...alert, userId })
    asked.push({ userId, token: await createAlertLink(bank.db, id) })
  }
  await scheduleWave(bank.db, bloodRequest.id, null)
  const replies = await Promise.all(asked.map(({ token }) => decline(phone, token)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  for (const { userId } of asked) expect(await alertOf({ id: userId })).toMatchObject({ answer: 'no' })
  expect((await findBloodRequest(bank.db, bloodRequest.id))?.nextWaveAt).toEqual(expect.any(Date))
})

test('a request that is made due while it is planned is planned once more', async () => {
  const { id } = (await anAskedDonor()).bloodRequest
  await scheduleWave(bank.db, id, bank.now())
  let due: Promise<unknown> = Promise.resolve()
  await inTransaction(bank.db, async db => {
    await lockBloodRequest(db, id, 'for update')
    due = makeRequestDue({ id, now: bank.now() }).execute(bank.db)
    await expect.poll(() => countLockWaits(bank.owner)).toBe(1)
    await scheduleWave(db, id, new Date(bank.now().getTime() + HOUR_MS))
  })
  await due
  const planned = await findBloodRequest(bank.db, id)
  expect(planned?.nextWaveAt?.getTime()).toBeLessThanOrEqual(bank.now().getTime())
})

const isFailure = (reply: unknown) =>
  typeof reply === 'object' && reply !== null && 'status' in reply && Number(reply.status) >= 500
