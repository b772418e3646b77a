import { expect, test } from 'vitest'
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
  newestOfferOf,
  offered,
  PATIENT,
  post,
  REQUEST_NUMBER,
  receivedOffers,
  withdraw,
} from '../../../testing/offers/offers.ts'
import { containsNumber } from '../../../testing/private-numbers.ts'
import { NO_POSTING_LIMITS, startTestApp } from '../../../testing/test-app.ts'

const bank = await startTestApp({ ...NO_POSTING_LIMITS, CALLS_PER_ACCOUNT: '0', CALLS_PER_ADDRESS: '0' })
const { anAskedDonor } = createAskedDonors(bank)

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
