import { REFUSALS } from '@blood-bank/contract/errors'
import { turnAwayDonor } from '@blood-bank/contract/offers/turned-away'
import { expect, test } from 'vitest'
import { askedFor, storeDonors } from '../../../testing/alerts/alerts.ts'
import {
  accept,
  arrive,
  createAskedDonors,
  DIGITS,
  decline,
  readAlert,
  WRONG_DIGITS,
} from '../../../testing/offers/asked-donors.ts'
import {
  close,
  newDonor,
  newestOfferOf,
  OFFER_MADE,
  offered,
  PATIENT,
  post,
  REQUEST_NUMBER,
  receivedOffers,
  recordGift,
  release,
  subjectsTo,
  withdraw,
} from '../../../testing/offers/offers.ts'
import type { Person } from '../../../testing/person.ts'
import { everyRow } from '../../../testing/postgres/every-row.ts'
import { containsNumber } from '../../../testing/private-numbers.ts'
import { NO_POSTING_LIMITS, startTestApp } from '../../../testing/test-app.ts'

const bank = await startTestApp({ ...NO_POSTING_LIMITS, CALLS_PER_ACCOUNT: '0', CALLS_PER_ADDRESS: '0' })
const { anAskedDonor, alertOf, replan } = createAskedDonors(bank)

test('the link of an alert shows what is asked, and nothing of a person', async () => {
  const { owner, bloodRequest, token, phone } = await anAskedDonor({
    unitsRequired: 3,
    hospitalLocation: 'Ward 12',
  })
  await offered(await newDonor(bank, { bloodGroup: 'B+' }), bloodRequest)
  const reply = await readAlert(phone, token)
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({
    requiredBloodGroup: 'B+',
    component: 'blood',
    takesOtherGroups: false,
    urgency: bloodRequest.urgency,
    neededBy: null,
    hospitalName: bloodRequest.hospitalName,
    hospitalLocation: 'Ward 12',
    unitsRequired: 3,
    unitsGiven: 0,
    offersStanding: 1,
    requestedAt: bloodRequest.requestedAt,
    answer: null,
    hasWithdrawn: false,
    cannotOffer: null,
    needsDigits: true,
    needsUniversityId: false,
    ownOffer: null,
  })
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(await receivedOffers(owner, bloodRequest)).toHaveLength(1)
})

test('a hospital and location that the alert leaves out are shown to the donor who said yes alone', async () => {
  const typed = { hospitalName: 'Salma Clinic', hospitalLocation: 'House of Salma' }
  const { token, phone, donor } = await anAskedDonor({ patientName: 'Baby of Salma', ...typed })
  const hidden = { hospitalName: null, hospitalLocation: null }
  expect((await readAlert(phone, token)).body).toMatchObject(hidden)
  expect((await readAlert(donor, token)).body).toMatchObject(hidden)
  expect((await accept(phone, token, DIGITS)).body).toMatchObject(typed)
  expect((await readAlert(donor, token)).body).toMatchObject(typed)
  // Whoever else has the link has proved nothing.
  expect((await readAlert(bank.stranger(), token)).body).toMatchObject(hidden)
  expect((await decline(phone, token)).body).toMatchObject(hidden)
})

test('reading a link changes no row of any table', async () => {
  const { token, phone } = await anAskedDonor()
  const before = await everyRow(bank.owner)
  for (let times = 0; times < 3; times += 1) expect((await readAlert(phone, token)).status).toBe(200)
  expect(await everyRow(bank.owner)).toEqual(before)
  await accept(phone, token, WRONG_DIGITS)
  expect(await everyRow(bank.owner)).not.toEqual(before)
})

test('a donor who is signed out says yes with the last digits of their number, in any script', async () => {
  const { owner, donor, bloodRequest, token, phone } = await anAskedDonor()
  const bengali = DIGITS.replace(/\d/g, digit => String.fromCodePoint(0x09e6 + Number(digit)))
  const reply = await accept(phone, token, bengali)
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({ answer: 'yes', offersStanding: 1, needsDigits: true })
  expect((await newestOfferOf(donor))?.status).toBe('offered')
  const [received] = await receivedOffers(owner, bloodRequest)
  expect(received?.donor?.contactNumber).toBeTruthy()
  expect(await alertOf(donor)).toMatchObject({ answer: 'yes', answeredAt: expect.any(Date) })
  expect(await subjectsTo(bank, owner)).toEqual([OFFER_MADE])
})

test('a no is stored, and another donor is asked in the place of this one', async () => {
  const { owner, donor, bloodRequest, token, phone } = await anAskedDonor()
  // Ten who could be asked before: a later one may know who declined.
  const others = await storeDonors(bank, 10, { registeredAt: new Date(0) })
  await newDonor(bank)
  expect((await decline(phone, token)).body).toMatchObject({ answer: 'no', hasWithdrawn: false })
  expect(await alertOf(donor)).toMatchObject({ answer: 'no', answeredAt: expect.any(Date) })
  expect(await receivedOffers(owner, bloodRequest)).toEqual([])
  await replan()
  const [, next = ''] = await askedFor(bank, bloodRequest)
  expect(others).toContain(next)
  expect(await alertOf({ id: next })).toMatchObject({ kind: 'replacement', bloodRequestId: bloodRequest.id })
})

test('an answer can be changed until the request closes', async () => {
  const { owner, donor, bloodRequest, token, phone } = await anAskedDonor()
  await accept(phone, token, DIGITS)
  expect((await decline(phone, token)).body).toMatchObject({ hasWithdrawn: true, offersStanding: 0 })
  expect((await readAlert(phone, token)).body).toMatchObject({ answer: 'no', hasWithdrawn: true })
  expect((await newestOfferOf(donor))?.status).toBe('withdrawn')
  expect((await alertOf(donor)).answer).toBe('no')
  expect((await receivedOffers(owner, bloodRequest)).map(({ donor }) => donor)).toEqual([null])
  const again = await accept(phone, token, DIGITS)
  expect(again.body).toMatchObject({ answer: 'yes', cannotOffer: null })
  expect((await receivedOffers(owner, bloodRequest)).map(({ status }) => status)).toEqual([
    'withdrawn',
    'offered',
  ])
  await decline(phone, token)
  expect((await readAlert(phone, token)).body).toMatchObject({
    answer: 'no',
    cannotOffer: REFUSALS['offer-withdrawn-twice'].message,
  })
  expect((await accept(phone, token, DIGITS)).error?.code).toBe('offer-withdrawn-twice')
})

test.each([
  ['was released', release, 'offer-was-released', 'offer-was-released'],
  ['gave', recordGift, 'already-offered', 'donor-not-eligible'],
  // Whoever has the link learns no more than that they have offered.
  [
    'was turned away by the hospital',
    (owner: Person, { id }: { id: string }) => owner.call(turnAwayDonor, { params: { id } }),
    'already-offered',
    'offer-turned-away',
  ],
] as const)('a donor who %s is not asked again', async (_, settle, code, refusal) => {
  const { owner, donor, token, phone } = await anAskedDonor({ unitsRequired: 2 })
  await accept(phone, token, DIGITS)
  await settle(owner, { id: (await newestOfferOf(donor))?.id ?? '' })
  expect((await readAlert(phone, token)).body).toMatchObject({
    answer: null,
    cannotOffer: REFUSALS[code].message,
  })
  for (const browser of [phone, donor])
    expect((await accept(browser, token, DIGITS)).error?.code).toBe(refusal)
})

test('an offer on the page of requests answers the alert, too', async () => {
  const { donor, bloodRequest, token, phone } = await anAskedDonor()
  await offered(donor, bloodRequest)
  expect(await alertOf(donor)).toMatchObject({ answer: 'yes', answeredAt: expect.any(Date) })
  expect((await readAlert(phone, token)).body.answer).toBe('yes')
})

test('an answer that is sent twice is stored once', async () => {
  const { donor, token, phone } = await anAskedDonor()
  await decline(phone, token)
  const { answeredAt } = await alertOf(donor)
  bank.advance(1_000)
  expect((await decline(phone, token)).status).toBe(200)
  expect((await alertOf(donor)).answeredAt).toEqual(answeredAt)
  const replies = await Promise.all(Array.from({ length: 8 }, () => accept(phone, token, DIGITS)))
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const offers = await bank.db.selectFrom('offers').select('status').where('userId', '=', donor.id).execute()
  expect(offers).toEqual([{ status: 'offered' }])
})

test('a second no withdraws the offer that a killed server has left', async () => {
  const { donor, token, phone } = await anAskedDonor()
  await accept(phone, token, DIGITS)
  await bank.db.updateTable('alerts').set({ answer: 'no' }).where('userId', '=', donor.id).execute()
  expect((await readAlert(phone, token)).body.answer).toBe('yes')
  expect((await decline(phone, token)).body).toMatchObject({ answer: 'no', hasWithdrawn: true })
  expect((await newestOfferOf(donor))?.status).toBe('withdrawn')
})

test('yes and no at once leave an answer that fits the offer', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { donor, token, phone } = await anAskedDonor()
    const calls = [accept(phone, token, DIGITS), decline(phone, token), accept(donor, token)]
    for (const { status, text } of await Promise.all(calls)) if (status !== 200) expect.fail(text)
    const { answer } = await alertOf(donor)
    expect((await newestOfferOf(donor))?.status === 'offered').toBe(answer === 'yes')
  }
})

test('an offer that is withdrawn on the dashboard is no longer shown as an answer', async () => {
  const { donor, token, phone } = await anAskedDonor()
  await accept(phone, token, DIGITS)
  await withdraw(donor, { id: (await newestOfferOf(donor))?.id ?? '' })
  expect((await readAlert(phone, token)).body.answer).toBeNull()
})

const { hospitalName, ...PEOPLE } = PATIENT

test('whoever has proved to be the donor reads whom to call, and says when they arrive', async () => {
  const { owner, donor, bloodRequest, token, phone } = await anAskedDonor()
  const { ownOffer } = (await accept(phone, token, DIGITS)).body
  expect(ownOffer).toMatchObject({
    donorName: expect.any(String),
    status: 'offered',
    bloodRequest: { id: bloodRequest.id, hospitalName },
    contact: { ...PEOPLE, contactNumber: REQUEST_NUMBER },
    onTheWay: null,
  })
  const onTheWay = { saidAt: expect.any(String), minutes: 30 }
  expect((await arrive(phone, token, { digits: DIGITS })).body).toMatchObject({
    answer: 'yes',
    ownOffer: { contact: { contactNumber: REQUEST_NUMBER }, onTheWay },
  })
  expect((await newestOfferOf(donor))?.onTheWay).toEqual(onTheWay)
  expect((await receivedOffers(owner, bloodRequest))[0]?.onTheWay).toEqual(onTheWay)
})

test('whoever only has the link reads no name and no number, also after a yes, and cannot say anything', async () => {
  const { owner, bloodRequest, token, phone } = await anAskedDonor()
  await accept(phone, token, DIGITS)
  const read = await readAlert(phone, token)
  expect(read.body).toMatchObject({ answer: 'yes', needsDigits: true, ownOffer: null })
  expect(containsNumber(read.text, REQUEST_NUMBER)).toBe(false)
  for (const name of Object.values(PEOPLE)) expect(read.text).not.toContain(name)
  expect(await arrive(phone, token)).toRefuse('digits-needed')
  // Another member who is signed in is nobody else.
  expect(await arrive(owner, token)).toRefuse('digits-needed')
  expect((await receivedOffers(owner, bloodRequest))[0]?.onTheWay).toBeNull()
  // The digits again show it again.
  expect((await accept(phone, token, DIGITS)).body.ownOffer?.contact).not.toBeNull()
})

test('the session of the donor needs no digits', async () => {
  const { donor, token } = await anAskedDonor()
  await accept(donor, token)
  expect((await readAlert(donor, token)).body.ownOffer?.contact?.contactNumber).toBe(REQUEST_NUMBER)
  expect((await arrive(donor, token)).body.ownOffer?.onTheWay?.minutes).toBe(30)
})

test('wrong digits count with those of the answer', async () => {
  const { donor, token, phone } = await anAskedDonor()
  await accept(phone, token, DIGITS)
  for (let time = 0; time < 2; time += 1) {
    await accept(phone, token, WRONG_DIGITS)
    expect((await arrive(phone, token, { digits: WRONG_DIGITS })).error?.code).toBe('wrong-digits')
  }
  expect(await arrive(phone, token, { digits: WRONG_DIGITS })).toRefuse('too-many-wrong-digits')
  expect(await arrive(phone, token, { digits: DIGITS })).toRefuse('too-many-wrong-digits')
  expect(await accept(phone, token, DIGITS)).toRefuse('too-many-wrong-digits')
  expect((await newestOfferOf(donor))?.onTheWay).toBeNull()
})

test('without an offer for this request nobody is on the way', async () => {
  const { owner, donor, bloodRequest, token, phone } = await anAskedDonor()
  const proof = { digits: DIGITS }
  expect(await arrive(phone, token, proof)).toRefuse('offer-settled')
  await accept(phone, token, DIGITS)
  expect((await decline(phone, token)).body.ownOffer).toBeNull()
  expect(await arrive(phone, token, proof)).toRefuse('offer-settled')
  const other = await offered(donor, await post(owner))
  expect(await arrive(phone, token, proof)).toRefuse('offer-settled')
  expect((await readAlert(donor, token)).body.ownOffer).toBeNull()
  await withdraw(donor, other)
  await close(owner, bloodRequest)
  expect(await arrive(phone, token, proof)).toRefuse('alert-request-fulfilled')
})
