import { type BloodRequest, closeBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import {
  listOwnOffers,
  listReceivedOffers,
  type OnTheWay,
  type OwnOffer,
  offerToDonate,
  recordDonationOfOffer,
  releaseOffer,
  sayOnTheWay,
  withdrawOffer,
} from '@blood-bank/contract/offers/endpoints'
import { calendarDate } from '../../platform/clock/local-time.ts'
import { aBloodRequest, aDonor } from '../builders.ts'
import type { Person } from '../person.ts'
import type { startTestApp } from '../test-app.ts'

export type Bank = Awaited<ReturnType<typeof startTestApp>>

/** A member whom `Bank` has signed in. */
export type Member = Awaited<ReturnType<Bank['signedInAs']>>

type DonorForm = Parameters<typeof aDonor>[0]
type RequestForm = Parameters<typeof aBloodRequest>[0]

/** The private number of every donor of `register`, and the number on every blood request of `post`. */
export const DONOR_NUMBER = '01755-512121'
export const REQUEST_NUMBER = '01866-634343'

/** The names on every blood request of `post`; no email may contain them. */
export const PATIENT = {
  patientName: 'Shefali Begum',
  contactPerson: 'Tasnim Khatun',
  hospitalName: 'Popular Hospital',
}

/** The calendar date of a time at the site of the tests, some days later. */
export const siteDate = (days = 0, time = new Date()): string =>
  calendarDate(new Date(time.getTime() + days * 86_400_000), 'Asia/Dhaka')

/** A member with a verified email and a donor profile of group O−, who can give to everyone. */
export async function newDonor(
  bank: Bank,
  form: DonorForm = {},
  someone: Parameters<Bank['signedInAs']>[0] = {},
): Promise<Member> {
  const donor = await bank.signedInAs(someone)
  await register(donor, form)
  return donor
}

/** Registers a member as a donor of group O−, whose number is private. */
export async function register(person: Person, form: DonorForm = {}): Promise<void> {
  const body = aDonor({ bloodGroup: 'O-', contactNumber: DONOR_NUMBER, ...form })
  const { status } = await person.call(registerDonor, { body })
  if (status !== 201) throw new Error(`registering a donor was answered with ${status}`)
}

/** The id of somebody's donor profile, as admins use it. */
export const profileIdOf = async (donor: Person): Promise<string> =>
  (await donor.call(readOwnDonor)).body.donor?.id ?? ''

/** Posts a blood request for group B+. */
export async function post(owner: Person, form: RequestForm = {}): Promise<BloodRequest> {
  const body = aBloodRequest({ ...PATIENT, contactNumber: REQUEST_NUMBER, ...form })
  const reply = await owner.call(postBloodRequest, { body })
  if (reply.status !== 201) throw new Error(`posting a request was answered with ${reply.text}`)
  return reply.body
}

export const offerFor = (donor: Person, { id }: { id: string }) =>
  donor.call(offerToDonate, { params: { id } })

/** An offer that stands. */
export async function offered(donor: Person, bloodRequest: { id: string }): Promise<OwnOffer> {
  const reply = await offerFor(donor, bloodRequest)
  if (reply.status !== 201) throw new Error(`the offer was answered with ${reply.text}`)
  return reply.body
}

/** Says to arrive in some minutes. */
export const sayOnTheWayIn = (person: Person, { id }: { id: string }, minutes: OnTheWay['minutes'] = 30) =>
  person.call(sayOnTheWay, { params: { id }, body: { minutes } })

export const withdraw = (person: Person, { id }: { id: string }) =>
  person.call(withdrawOffer, { params: { id } })

export const release = (person: Person, { id }: { id: string }) =>
  person.call(releaseOffer, { params: { id } })

export const recordGift = (person: Person, { id }: { id: string }, donatedOn = siteDate()) =>
  person.call(recordDonationOfOffer, { params: { id }, body: { donatedOn } })

export const close = (
  person: Person,
  { id }: { id: string },
  status: 'fulfilled' | 'cancelled' = 'fulfilled',
  donorsWhoGave?: { offerIds: string[]; donatedOn: string },
) =>
  person.call(closeBloodRequest, {
    params: { id },
    body: { status, ...(donorsWhoGave && { donorsWhoGave }) },
  })

/** What the donor sees of their newest offer. */
export const newestOfferOf = async (donor: Person) =>
  (await donor.call(listOwnOffers, { query: {} })).body.records[0]

/** What the owner of a blood request, or an admin, sees of the offers for it. */
export const receivedOffers = async (owner: Person, { id }: { id: string }) =>
  (await owner.call(listReceivedOffers, { params: { id }, query: {} })).body.records
