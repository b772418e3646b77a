import { type BloodRequest, closeBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import * as donations from '@blood-bank/contract/offers/donations'
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
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { calendarDate } from '../../platform/clock/local-time.ts'
import type { Database } from '../../platform/database/connection.ts'
import { passWaits } from '../pass-time.ts'
import { aBloodRequest, aDonor, type Person } from '../person.ts'
import { containsNumber } from '../private-numbers.ts'
import { PASSWORD, type startTestApp } from '../test-app.ts'

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

/** Erases the account of a member. */
export const erase = (person: Person) => person.call(eraseOwnAccount, { body: { password: PASSWORD } })

export const undo = (person: Person, id: string) => person.call(donations.undoDonation, { params: { id } })

export const dispute = (person: Person, id: string) =>
  person.call(donations.disputeDonation, { params: { id } })

type GivenComponent = Pick<donations.DonationForm, 'component'>

export const correct = (person: Person, id: string, donatedOn: string, given: GivenComponent = {}) =>
  person.call(donations.correctDonation, { params: { id }, body: { donatedOn, ...given } })

/** A donor adds a donation given elsewhere. */
export const add = (donor: Person, donatedOn: string, given: GivenComponent = {}) =>
  donor.call(donations.addDonation, { body: { donatedOn, ...given } })

/** An admin records a donation given elsewhere. */
export const recordFor = async (donor: Person, admin: Person, donatedOn: string) =>
  admin.call(donations.recordDonationOfDonor, {
    params: { id: await profileIdOf(donor) },
    body: { donatedOn },
  })

/** The id of the donation that is recorded for an offer. */
export async function gave(person: Person, offer: { id: string }): Promise<string> {
  const { body } = await recordGift(person, offer)
  return body.donation?.id ?? ''
}

/** The donations that a donor sees. */
export const historyOf = async (donor: Person) =>
  (await donor.call(donations.listOwnDonations, { query: {} })).body

/** When a donor can donate again; null for at once. */
export const eligibleFrom = async (donor: Person) => (await donor.call(readOwnDonor)).body.donor?.eligibleFrom

const INTERVAL_DAYS = 120

/** The day from which a donor can donate again after a donation. */
export const afterInterval = (donatedOn: string) => siteDate(INTERVAL_DAYS, new Date(donatedOn))

/** The audit entries about a donor, oldest first. */
export const auditOf = (db: Database, { id }: { id: string }) =>
  db
    .selectFrom('auditEntries')
    .select(['actorId', 'action', 'before', 'after'])
    .where('targetId', '=', id)
    .orderBy('id')
    .execute()

/** The id in the contact ledger of what an offer shows. Read it before the offer is erased with its donor. */
export async function revealIdOf(db: Database, { id }: { id: string }): Promise<string> {
  const offers = db.selectFrom('offers').select('revealId').where('id', '=', id)
  return (await offers.executeTakeFirstOrThrow()).revealId
}

/** The entries of the contact ledger about a reveal, oldest first. */
export const ledgerOf = (db: Database, revealId: string) =>
  db
    .selectFrom('contactReveals')
    .select(['event', 'ownerId', 'viewerId', 'bloodRequestId', 'occasion'])
    .where('revealId', '=', revealId)
    .orderBy('occurredAt')
    .execute()

/** What happened to the current reveal of an offer: `began`, `ended`. */
export const ledgerEvents = async (db: Database, offer: { id: string }) =>
  (await ledgerOf(db, await revealIdOf(db, offer))).map(({ event }) => event)

/** The name of every donor of `aStandingOffer`; no email may contain it. */
const DONOR_NAME = 'Kamrul Hasan'

/** A donor of group B+, the owner of a request for B+, and the offer of the one to the other. */
export type StandingOffer = {
  donor: Member
  owner: Member
  bloodRequest: BloodRequest
  offer: OwnOffer
  /** For the contact ledger, also after the offer is erased. */
  revealId: string
}

/** An offer that stands, of a new donor for a new request, and of which the owner was told. The form is the request's. */
export async function aStandingOffer(
  bank: Bank,
  form: Parameters<typeof post>[1] = {},
): Promise<StandingOffer> {
  const owner = await bank.signedInAs()
  const donor = await newDonor(bank, { bloodGroup: 'B+', fullName: DONOR_NAME })
  const bloodRequest = await post(owner, form)
  const offer = await offered(donor, bloodRequest)
  await passWaits(bank.db)
  await bank.mailsTo(owner.user?.email ?? '')
  return { donor, owner, bloodRequest, offer, revealId: await revealIdOf(bank.db, offer) }
}

/** The subjects of the emails about offers and donations. */
export const OFFER_MADE = 'A donor can give blood for your request'
export const WITHDRAWN = 'A donor can no longer come'
export const RELEASED = 'You are not needed this time'
export const THANKS = 'Thank you for giving blood'
export const UNDONE = 'A donation was removed from your record'

const PRIVATE_NAMES = [...Object.values(PATIENT), ...DONOR_NAME.split(' ')]

/** The subjects of the emails to somebody, after all that wait have been sent. Throws if one has a name or a number of the patient, requester or donor. */
export async function subjectsTo(bank: Bank, { user }: Member): Promise<string[]> {
  await passWaits(bank.db)
  const mails = await bank.mailsTo(user?.email ?? '')
  return mails.map(({ subject, text }) => {
    const mail = `${subject} ${text}`
    const hasName = PRIVATE_NAMES.some(name => mail.includes(name))
    const hasNumber = [DONOR_NUMBER, REQUEST_NUMBER].some(number => containsNumber(mail, number))
    if (hasName || hasNumber) throw new Error(`an email has a private name or number: ${mail}`)
    return subject.replace(' · University Blood Bank', '')
  })
}
