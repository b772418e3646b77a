import * as confirmations from '@blood-bank/contract/blood-requests/confirmations'
import {
  type BloodRequest,
  type ClosedStatus,
  deleteBloodRequest,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import type { RefusalCode } from '@blood-bank/contract/errors'
import { suspendUser } from '@blood-bank/contract/users/administration'
import { expect, test } from 'vitest'
import { plannerOf } from '../../../testing/alerts/alerts.ts'
import { close, type Member, newDonor, offered, post } from '../../../testing/offers/offers.ts'
import type { Person } from '../../../testing/person.ts'
import { NO_POSTING_LIMITS, startTestApp, tokenIn } from '../../../testing/test-app.ts'
import { removeOldConfirmationLinks } from './links.ts'

const bank = await startTestApp({ ...NO_POSTING_LIMITS, CALLS_PER_ADDRESS: '0' })

/** A request whose owner was asked by email whether blood is still needed. */
type UnconfirmedRequest = {
  owner: Member
  bloodRequest: BloodRequest
  /** The secret of the link in the email. */
  token: string
  /** A browser in which nobody is or was signed in. */
  phone: Person
}

/** An urgent request, a day after it was posted. The form is the request's. */
async function anUnconfirmedRequest(form: Parameters<typeof post>[1] = {}): Promise<UnconfirmedRequest> {
  const owner = await bank.signedInAs()
  const bloodRequest = await post(owner, form)
  await bank.db
    .updateTable('bloodRequests')
    .set({ confirmedAt: new Date(bank.now().getTime() - 24 * 3_600_000), nextWaveAt: bank.now() })
    .where('id', '=', bloodRequest.id)
    .execute()
  await plannerOf(bank)()
  const mail = (await bank.mailsTo(owner.user?.email ?? '')).at(-1)
  return { owner, bloodRequest, token: tokenIn(mail), phone: bank.stranger() }
}

const readConfirmation = (person: Person, token: string) =>
  person.call(confirmations.readAskedConfirmation, { body: { token } })

const confirmByLink = (person: Person, token: string) =>
  person.call(confirmations.confirmByLink, { body: { token } })

const closeByLink = (person: Person, token: string, status: ClosedStatus) =>
  person.call(confirmations.closeByLink, { body: { token, status } })

const requestOf = async ({ owner }: UnconfirmedRequest) =>
  (await owner.call(listOwnBloodRequests, { query: {} })).body.records[0]

test('the link shows what is needed and nothing of a person, and opening it changes nothing', async () => {
  const asked = await anUnconfirmedRequest({ hospitalName: 'Square Hospital' })
  const before = await requestOf(asked)
  for (let times = 0; times < 2; times += 1) {
    const reply = await readConfirmation(asked.phone, asked.token)
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        requiredBloodGroup: 'B+',
        component: 'blood',
        takesOtherGroups: false,
        urgency: 'urgent',
        neededBy: null,
        hospitalName: 'Square Hospital',
        hospitalLocation: null,
        unitsRequired: 1,
        unitsGiven: 0,
        offersStanding: 0,
        requestedAt: asked.bloodRequest.requestedAt,
        unconfirmedSince: expect.any(String),
      },
    ])
  }
  expect(await requestOf(asked)).toEqual(before)
})

test('"Still needed" confirms the request signed out, also twice, and the link can still close it', async () => {
  const asked = await anUnconfirmedRequest()
  for (let times = 0; times < 2; times += 1)
    expect((await confirmByLink(asked.phone, asked.token)).body.unconfirmedSince).toBeNull()
  expect(await requestOf(asked)).toMatchObject({ status: 'active', unconfirmedSince: null })
  expect((await closeByLink(asked.phone, asked.token, 'fulfilled')).status).toBe(204)
})

test.each(['fulfilled', 'cancelled'] as const)(
  'a link closes the request as %s, and its donors are told that they are not needed',
  async status => {
    const asked = await anUnconfirmedRequest()
    const donor = await newDonor(bank)
    await offered(donor, asked.bloodRequest)
    expect((await closeByLink(asked.phone, asked.token, status)).status).toBe(204)
    expect(await requestOf(asked)).toMatchObject({ status, unitsGiven: 0, offersStanding: 0 })
    const mails = await bank.mailsTo(donor.user?.email ?? '')
    expect(mails.at(-1)?.subject).toContain('You are not needed this time')
  },
)

test('of two answers at once one closes the request', async () => {
  const { phone, token } = await anUnconfirmedRequest()
  const replies = await Promise.all(
    (['fulfilled', 'cancelled'] as const).map(status => closeByLink(phone, token, status)),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409])
})

test.each<[RefusalCode, (asked: UnconfirmedRequest) => Promise<unknown>]>([
  ['confirmation-request-fulfilled', ({ owner, bloodRequest }) => close(owner, bloodRequest)],
  ['confirmation-request-cancelled', ({ owner, bloodRequest }) => close(owner, bloodRequest, 'cancelled')],
  [
    'confirmation-request-deleted',
    ({ owner, bloodRequest: { id } }) => owner.call(deleteBloodRequest, { params: { id } }),
  ],
  [
    'confirmation-request-unavailable',
    async ({ owner: { id } }) =>
      (await bank.signedInAs({ role: 'admin' })).call(suspendUser, {
        params: { id },
        body: { reason: 'false-requests' },
      }),
  ],
  ['confirmation-link-unknown', () => bank.db.deleteFrom('confirmationLinks').execute()],
])('a dead link says why: %s', async (code, end) => {
  const asked = await anUnconfirmedRequest()
  await end(asked)
  for (const answer of [readConfirmation, confirmByLink])
    expect(await answer(asked.phone, asked.token)).toRefuse(code)
  for (const status of ['fulfilled', 'cancelled'] as const)
    expect(await closeByLink(asked.phone, asked.token, status)).toRefuse(code)
})

test('links are removed 90 days after a request has closed, and others stay', async () => {
  const [open, closed] = [await anUnconfirmedRequest(), await anUnconfirmedRequest()]
  await close(closed.owner, closed.bloodRequest)
  const removeAfter = (days: number) =>
    removeOldConfirmationLinks(bank.db, new Date(bank.now().getTime() + days * 86_400_000))
  await removeAfter(89)
  expect(await readConfirmation(closed.phone, closed.token)).toRefuse('confirmation-request-fulfilled')
  await removeAfter(91)
  expect(await readConfirmation(closed.phone, closed.token)).toRefuse('confirmation-link-unknown')
  expect((await readConfirmation(open.phone, open.token)).status).toBe(200)
})
