import { changeAlertPreferences } from '@blood-bank/contract/alerts/preferences'
import { PushMessage } from '@blood-bank/contract/alerts/push-devices'
import {
  closeBloodRequest,
  deleteBloodRequest,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { listDonationsOfDonor, listOwnDonations } from '@blood-bank/contract/offers/donations'
import { exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { SUCCESS_MESSAGES } from '@blood-bank/contract/passwords/accounts'
import {
  changeThankYouPreference,
  chooseThankYou,
  readThankYouPreference,
} from '@blood-bank/contract/thanks/endpoints'
import { THANK_YOU_SENTENCES, type ThankYou } from '@blood-bank/contract/thanks/sentences'
import { beforeEach, expect, test } from 'vitest'
import { setSuspendedAt } from '../../identity/users/store.ts'
import { startBankWithPush } from '../../testing/alerts/pushes.ts'
import {
  close,
  dispute,
  erase,
  type Member,
  newDonor,
  offered,
  post,
  profileIdOf,
  recordGift,
  siteDate,
  undo,
} from '../../testing/offers/offers.ts'
import type { Person } from '../../testing/person.ts'
import { NO_POSTING_LIMITS } from '../../testing/test-app.ts'
import { nextMorning } from './routes.ts'
import { sendDueThankYous } from './sending.ts'

const bank = await startBankWithPush(NO_POSTING_LIMITS)
const admin = await bank.signedInAs({ role: 'admin' })
const SENTENCE = THANK_YOU_SENTENCES['when-needed']
const SUBJECT = 'Somebody says thank you for your donation'

const donationOf = async (donor: Member) =>
  (await donor.call(listOwnDonations, { query: {} })).body.records[0]
const thankYousTo = async ({ user }: Member) =>
  (await bank.mailsTo(user?.email ?? '')).filter(({ subject }) => subject.startsWith(SUBJECT))

/** A request that its owner has just marked as fulfilled, by the donations of some new donors. */
async function aFulfilledRequest({ donors: count = 1 } = {}) {
  const owner = await bank.signedInAs()
  const bloodRequest = await post(owner, { unitsRequired: Math.max(1, count) })
  const donors: Member[] = []
  const offerIds: string[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const donor = await newDonor(bank)
    donors.push(donor)
    offerIds.push((await offered(donor, bloodRequest)).id)
  }
  const given = { offerIds, donatedOn: siteDate() }
  const { status, text } = await close(owner, bloodRequest, 'fulfilled', count > 0 ? given : undefined)
  if (status !== 200) throw new Error(`closing was answered with ${text}`)
  return { owner, donor: donors[0] as Member, donors, bloodRequest }
}

const choose = (person: Person, { id }: { id: string }, sentence: ThankYou | null = 'when-needed') =>
  person.call(chooseThankYou, { params: { id }, body: { sentence } })

/** The thank-you of the newest request, as its owner sees it. */
const thanksOf = async (owner: Person) =>
  (await owner.call(listOwnBloodRequests, { query: {} })).body.records[0]?.thanks

/** Moves the clock to the time of day at the site that comes next; Dhaka is six hours ahead of UTC. */
function advanceTo(hours: number, minutes = 0): void {
  const passed = (bank.now().getTime() + 6 * HOUR_MS) % DAY_MS
  bank.advance((hours * HOUR_MS + minutes * MINUTE_MS - passed + DAY_MS) % DAY_MS)
}

const sendDue = () => sendDueThankYous(bank.db, bank.now())

/** Sends what arrives at nine the next morning. */
async function sendAtNine() {
  advanceTo(9)
  await sendDue()
}

/** At six in the evening. */
beforeEach(() => advanceTo(18))

test('the sentence that the owner chose reaches each donor at nine the next morning, once, by email and notification', async () => {
  const { owner, donors, bloodRequest } = await aFulfilledRequest({ donors: 2 })
  const [nadia, rafi] = donors as [Member, Member]
  const { subscription } = await bank.addDevice(nadia)
  expect(await thanksOf(owner)).toMatchObject({ people: 2, chosen: null, canChooseUntil: expect.any(String) })
  const { status, body } = await choose(owner, bloodRequest)
  expect([status, body]).toEqual([
    200,
    {
      people: 2,
      canChooseUntil: null,
      chosenAt: expect.any(String),
      chosen: 'when-needed',
      arrivesAt: nextMorning(bank.now(), 'Asia/Dhaka').toISOString(),
    },
  ])

  advanceTo(8, 59)
  await sendDue()
  expect(await thankYousTo(nadia)).toEqual([])
  // The later calls are answered from the cache.
  for (let nth = 0; nth < 4; nth += 1)
    expect(await thanksOf(owner)).toMatchObject({ arrivesAt: expect.any(String) })
  expect(await donationOf(nadia)).toMatchObject({ thankYou: null })

  advanceTo(9)
  for (const _ of ['once', 'and no more']) {
    await sendDue()
    await bank.sendPushes()
  }
  for (const donor of [nadia, rafi]) {
    const mails = await thankYousTo(donor)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(`“${SENTENCE}”`)
    expect(await donationOf(donor)).toMatchObject({ thankYou: 'when-needed' })
  }
  const messages = bank.service
    .receivedBy(subscription)
    .map(({ text }) => PushMessage.parse(JSON.parse(text)))
  expect(messages).toMatchObject([{ kind: 'thank-you', body: SENTENCE, token: null }])
  expect(await thanksOf(owner)).toMatchObject({ chosen: 'when-needed', arrivesAt: null })
})

test.each([
  ['2026-11-25T20:15', '2026-11-26T09:00'],
  ['2026-11-26T02:00', '2026-11-26T09:00'],
  ['2026-11-26T08:59', '2026-11-26T09:00'],
  ['2026-11-26T09:00', '2026-11-27T09:00'],
  ['2026-12-31T22:00', '2027-01-01T09:00'],
])('what is chosen at %s arrives at %s', (chosen, arrives) => {
  const inDhaka = (local: string) => new Date(`${local}:00+06:00`)
  expect(nextMorning(inDhaka(chosen), 'Asia/Dhaka')).toEqual(inDhaka(arrives))
})

test('nine o’clock is that of the site’s clocks, also after they changed', () => {
  const change = nextMorning(new Date('2026-10-24T20:00:00+02:00'), 'Europe/Berlin')
  expect(change).toEqual(new Date('2026-10-25T09:00:00+01:00'))
})

test('the email names nobody, says why it came, and has a link that stops thank-yous but not alerts', async () => {
  const { owner, donor, bloodRequest } = await aFulfilledRequest()
  await choose(owner, bloodRequest, 'meant-a-lot')
  await sendAtNine()
  const [mail] = await thankYousTo(donor)
  const url = /Stop thank-yous: (\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(mail?.headers).toMatchObject({ 'List-Unsubscribe': `<${url}>` })
  for (const name of [owner.user?.email, 'Shefali', 'Tasnim', 'Popular Hospital', '01866'])
    expect(mail?.text).not.toContain(name)
  const { pathname } = new URL(url)
  const stopped = await bank.app.inject({ method: 'POST', url: pathname })
  expect([stopped.statusCode, stopped.json()]).toEqual([200, { message: SUCCESS_MESSAGES.thankYousStopped }])
  expect((await donor.call(readThankYouPreference)).body).toEqual({ isOn: false })
  expect((await donor.send('GET', '/api/alerts/preferences')).body).toMatchObject({
    preferences: { isOn: true },
  })
  expect((await donor.call(changeThankYouPreference, { body: { isOn: true } })).body).toEqual({ isOn: true })
  expect((await donor.call(readThankYouPreference)).body).toEqual({ isOn: true })
})

test('the email invites to platelets whoever gets alerts and has not said that we may ask for them', async () => {
  const { owner, donors, bloodRequest } = await aFulfilledRequest({ donors: 3 })
  const [nadia, rafi, mitu] = donors as [Member, Member, Member]
  await rafi.call(changeAlertPreferences, { body: { alsoPlatelets: true } })
  await mitu.call(changeAlertPreferences, { body: { isOn: false } })
  await choose(owner, bloodRequest)
  await sendAtNine()
  for (const [donor, isInvited] of [
    [nadia, true],
    [rafi, false],
    [mitu, false],
  ] as const)
    expect(/platelets, too:\n\S+\/account#alerts\n/.test((await thankYousTo(donor))[0]?.text ?? '')).toBe(
      isInvited,
    )
})

test('who has stopped thank-yous gets no message, and reads the sentence with the donation', async () => {
  const { owner, donor, bloodRequest } = await aFulfilledRequest()
  const { subscription } = await bank.addDevice(donor)
  await donor.call(changeThankYouPreference, { body: { isOn: false } })
  await choose(owner, bloodRequest)
  await sendAtNine()
  await bank.sendPushes()
  expect(await thankYousTo(donor)).toEqual([])
  expect(bank.service.receivedBy(subscription)).toEqual([])
  expect(await donationOf(donor)).toMatchObject({ thankYou: 'when-needed' })
})

test('thank-yous are for donors', async () => {
  const member = await bank.signedInAs()
  expect((await member.call(readThankYouPreference)).body).toEqual({ isOn: null })
  const refused = await member.call(changeThankYouPreference, { body: { isOn: false } })
  expect(refused).toRefuse('thank-yous-for-donors')
})

test.each([
  ['disputes it', async (donor: Member, id: string) => dispute(donor, id), { thankYou: null }],
  ['says that it was recorded by mistake', async (_: Member, id: string) => undo(admin, id), undefined],
])('a donation of which somebody %s before nine takes the thank-you back', async (_, takeBack, shown) => {
  const { owner, donors, bloodRequest } = await aFulfilledRequest({ donors: 2 })
  const [nadia, rafi] = donors as [Member, Member]
  await choose(owner, bloodRequest)
  const donation = await donationOf(nadia)
  await takeBack(nadia, donation?.id ?? '')
  await sendAtNine()
  expect(await thankYousTo(nadia)).toEqual([])
  expect(await thankYousTo(rafi)).toHaveLength(1)
  if (shown) expect(await donationOf(nadia)).toMatchObject(shown)
  else expect(await donationOf(nadia)).toBeUndefined()
})

test('a donation that is disputed while the email waits takes it back, too', async () => {
  const { owner, donor, bloodRequest } = await aFulfilledRequest()
  await choose(owner, bloodRequest)
  await sendAtNine()
  await dispute(donor, (await donationOf(donor))?.id ?? '')
  expect(await thankYousTo(donor)).toEqual([])
  expect(await donationOf(donor)).toMatchObject({ thankYou: null })
})

test.each<[string, (owner: Member, id: string) => Promise<unknown>]>([
  ['deletes the request', (owner, id) => owner.call(deleteBloodRequest, { params: { id } })],
  ['erases the account', owner => erase(owner)],
  ['is suspended', owner => setSuspendedAt(bank.db, owner.id, bank.now())],
])('nothing is sent when the owner %s before nine', async (_, end) => {
  const { owner, donor, bloodRequest } = await aFulfilledRequest()
  await choose(owner, bloodRequest)
  await end(owner, bloodRequest.id)
  await sendAtNine()
  expect(await thankYousTo(donor)).toEqual([])
  expect(await donationOf(donor)).toMatchObject({ thankYou: null })
})

test('a thank-you that has arrived stays when the request is deleted, and goes with the donor', async () => {
  const { owner, donor, bloodRequest } = await aFulfilledRequest()
  await choose(owner, bloodRequest, 'for-a-stranger')
  await sendAtNine()
  await owner.call(deleteBloodRequest, { params: { id: bloodRequest.id } })
  expect(await donationOf(donor)).toMatchObject({ thankYou: 'for-a-stranger' })
  const { body } = await donor.call(exportOwnAccount)
  expect(body.donations).toMatchObject([{ thankYou: 'for-a-stranger' }])
  await erase(donor)
  expect(await thankYousTo(donor)).toEqual([])
})

test('the owner can choose none: nobody is told, and it is not asked again', async () => {
  const { owner, donors, bloodRequest } = await aFulfilledRequest()
  expect((await choose(owner, bloodRequest, null)).body).toMatchObject({
    canChooseUntil: null,
    chosen: null,
    chosenAt: expect.any(String),
    arrivesAt: null,
  })
  await sendAtNine()
  expect(await thankYousTo(donors[0] as Member)).toEqual([])
  expect(await choose(owner, bloodRequest)).toRefuse('thank-you-chosen')
})

test('of choices at the same time one counts', async () => {
  const { owner, bloodRequest } = await aFulfilledRequest()
  const replies = await Promise.all([
    choose(owner, bloodRequest, 'when-needed'),
    choose(owner, bloodRequest, 'not-forgotten'),
    choose(owner, bloodRequest, null),
  ])
  const counted = replies.filter(({ status }) => status === 200)
  expect(counted).toHaveLength(1)
  for (const reply of replies) if (reply.status !== 200) expect(reply).toRefuse('thank-you-chosen')
  expect((await thanksOf(owner))?.chosen).toBe(counted[0]?.body.chosen)
})

test('servers that send at the same time send it once', async () => {
  const { owner, donors, bloodRequest } = await aFulfilledRequest({ donors: 3 })
  await choose(owner, bloodRequest)
  advanceTo(9)
  await Promise.all([sendDue(), sendDue(), sendDue()])
  for (const donor of donors) expect(await thankYousTo(donor)).toHaveLength(1)
})

test('a sentence can be chosen for fourteen days, and then no longer', async () => {
  const [early, late] = [await aFulfilledRequest(), await aFulfilledRequest()]
  bank.advance(14 * DAY_MS - 60_000)
  expect((await choose(early.owner, early.bloodRequest)).status).toBe(200)
  bank.advance(120_000)
  expect(await choose(late.owner, late.bloodRequest)).toRefuse('thank-you-too-late')
  expect(await choose(late.owner, late.bloodRequest, null)).toRefuse('thank-you-too-late')
})

test('only the owner chooses, not another member, an admin or a donor who gave', async () => {
  const { donors, bloodRequest } = await aFulfilledRequest()
  for (const person of [await bank.signedInAs(), admin, donors[0] as Member])
    expect(await choose(person, bloodRequest)).toRefuse('not-yours')
})

test('an owner whose request an admin marked as fulfilled can thank the donors, too', async () => {
  const owner = await bank.signedInAs()
  const donor = await newDonor(bank)
  const bloodRequest = await post(owner)
  await recordGift(owner, await offered(donor, bloodRequest))
  const { id } = bloodRequest
  await admin.call(closeBloodRequest, { params: { id }, body: { status: 'fulfilled' } })
  expect((await choose(owner, bloodRequest)).body).toMatchObject({ people: 1, chosen: 'when-needed' })
})

test('nothing is asked, and a choice is refused, when there is nobody to thank', async () => {
  const { owner, bloodRequest } = await aFulfilledRequest({ donors: 0 })
  expect(await thanksOf(owner)).toMatchObject({ people: 0, canChooseUntil: null })
  expect(await choose(owner, bloodRequest)).toRefuse('nobody-to-thank')
  const disputed = await aFulfilledRequest()
  await dispute(disputed.donor, (await donationOf(disputed.donor))?.id ?? '')
  expect(await thanksOf(disputed.owner)).toMatchObject({ people: 0, canChooseUntil: null })
  expect(await choose(disputed.owner, disputed.bloodRequest)).toRefuse('nobody-to-thank')
})

test('a request that is active, cancelled, deleted or posted again is refused', async () => {
  const { owner, bloodRequest } = await aFulfilledRequest()
  const again = await post(owner)
  expect(await choose(owner, again)).toRefuse('thank-you-before-fulfilled')
  await owner.call(closeBloodRequest, { params: { id: again.id }, body: { status: 'cancelled' } })
  expect(await choose(owner, again)).toRefuse('thank-you-before-fulfilled')
  await owner.call(deleteBloodRequest, { params: { id: bloodRequest.id } })
  expect(await choose(owner, bloodRequest)).toRefuse('blood-request-not-found')
})

test('neither admins nor other members read a thank-you', async () => {
  const { owner, donor, bloodRequest } = await aFulfilledRequest()
  await choose(owner, bloodRequest)
  await sendAtNine()
  const seen = [
    await admin.call(listDonationsOfDonor, { params: { id: await profileIdOf(donor) }, query: {} }),
    await admin.send('GET', '/api/admin/blood-requests'),
    await admin.send('GET', '/api/admin/audit-entries'),
  ]
  for (const { status, text } of seen) {
    expect(status).toBe(200)
    expect(text).not.toMatch(/when-needed|thank/)
  }
})
