import { addDays } from '@blood-bank/contract/donors/eligibility'
import type { DonationRecorder } from '@blood-bank/contract/offers/donations'
import { CONSENT } from '@blood-bank/contract/own-account/consent'
import type { ThankYou } from '@blood-bank/contract/thanks/sentences'
import { type DemoAlert, drawAlerts } from './alerts.ts'
import { drawBloodRequest, drawBloodRequestOfLastMonth } from './blood-requests.ts'
import { dayOf, daysBefore } from './days.ts'
import { drawClub } from './kept-donors.ts'
import { LOGIN_EMAILS, LOGINS } from './logins.ts'
import { type DemoMember, drawDonorMember, drawMemberWithoutProfile, loginMembers } from './members.ts'
import { type DemoOffer, drawOffers, type OwnedBloodRequest } from './offers.ts'
import { createRandom, type Random } from './random.ts'

const SEED = 1919
const SIZES = { donors: 200, membersWithoutProfile: 25, bloodRequests: 40, ofLastMonth: 20 }

/** The first two donors are those of the demo logins. The first requests belong to the demo donor, one in each status. */
const REQUESTS_OF_KNOWN_DONOR = 3

/** A donor who has neither offered nor posted. */
const COORDINATOR = 52

/** How many private numbers the admin has looked up. */
const REVEALS_TO_ADMIN = 12

export type Campus = {
  members: DemoMember[]
  bloodRequests: OwnedBloodRequest[]
  offers: DemoOffer[]
  donations: DemoDonation[]
  /** Whose numbers the admin has looked up, and when. */
  revealsToAdmin: { owner: DemoMember; at: Date }[]
  alerts: DemoAlert[]
  club: ReturnType<typeof drawClub>
}

type CampusOptions = { now: Date; seed?: number; sizes?: typeof SIZES }

/** Draws all members and blood requests of the demo; the same for the same seed, time and sizes. */
export function drawCampus({ now, seed = SEED, sizes = SIZES }: CampusOptions): Campus {
  const random = createRandom(seed)
  const { donors, membersWithoutProfile } = sizes
  const members = loginMembers(random, now)
  for (let nth = 2; nth < donors; nth += 1) {
    const member = drawDonorMember(random, { nth, now })
    members.push(nth === COORDINATOR ? { ...member, email: LOGINS.coordinator.email } : member)
  }
  for (let nth = donors; nth < donors + membersWithoutProfile; nth += 1)
    members.push(drawMemberWithoutProfile(random, { nth, now }))

  const bloodRequests = Array.from({ length: sizes.bloodRequests }, (_, nth) => {
    const bloodRequest = drawBloodRequest(random, { nth, now })
    const owners = members.filter(member =>
      nth < REQUESTS_OF_KNOWN_DONOR
        ? member.email === LOGINS.donor.email
        : member.emailVerified && member.createdAt < bloodRequest.requestedAt,
    )
    return { ...bloodRequest, id: random.uuid(), owner: random.pick(owners) }
  })
  const offers = drawOffers(random, { members, bloodRequests, now })
  const ofLastMonth = drawLastMonth(random, { members, now, count: sizes.ofLastMonth })
  bloodRequests.push(...ofLastMonth)
  const offered = new Set(offers.map(({ donor }) => donor))
  const others = members.filter(member => !offered.has(member))
  offers.push(...drawOffers(random, { members: others, bloodRequests: ofLastMonth, now }))
  const donations = drawDonations(random, { members, offers, now })
  const revealsToAdmin = members
    .filter(
      ({ donor, agreedTo }) => donor?.form.allowContactVisibility === false && agreedTo === CONSENT.version,
    )
    .slice(0, REVEALS_TO_ADMIN)
    .map(owner => ({ owner, at: daysBefore(now, 1 + random.share() * 10) }))
  const alerts = drawAlerts(random, { members, bloodRequests, offers })
  const club = drawClub({ members, bloodRequests, now })
  return { members, bloodRequests, offers, donations, revealsToAdmin, alerts, club }
}

type Drawn = { members: DemoMember[]; now: Date; count: number }

/** Closed requests of the calendar month before, so that it says how soon donors answer. */
const drawLastMonth = (random: Random, { members, now, count }: Drawn): OwnedBloodRequest[] =>
  Array.from({ length: count }, (_, nth) => {
    const bloodRequest = drawBloodRequestOfLastMonth(random, { nth, now })
    const owners = members.filter(
      ({ email, emailVerified, createdAt }) =>
        !LOGIN_EMAILS.has(email) && emailVerified && createdAt < bloodRequest.requestedAt,
    )
    return { ...bloodRequest, id: random.uuid(), owner: random.pick(owners) }
  })

type DemoDonation = {
  id: string
  donor: DemoMember
  /** Null for a donation given elsewhere. */
  offer: DemoOffer | null
  donatedOn: string
  recordedBy: DonationRecorder
  recordedAt: Date
  disputedAt: Date | null
  thankYou: ThankYou | null
}

const ADDS_HISTORY = 0.3
const MAX_EARLIER = 3

/** Draws the donations of the offers, one of them disputed, and the earlier ones that donors have added themselves. */
function drawDonations(
  random: Random,
  { members, offers, now }: Pick<Campus, 'members' | 'offers'> & { now: Date },
): DemoDonation[] {
  const donated = offers.filter(({ status }) => status === 'donated')
  // Not one for the demo donor, who is asked to thank those who gave.
  const disputed = donated.find(({ bloodRequest }) => bloodRequest.owner.email !== LOGINS.donor.email)
  const given = donated.map((offer): DemoDonation => {
    const recordedAt = offer.settledAt ?? now
    return {
      id: random.uuid(),
      donor: offer.donor,
      offer,
      donatedOn: dayOf(recordedAt),
      recordedBy: random.chance(0.8) ? 'requester' : 'admin',
      recordedAt,
      disputedAt: offer === disputed ? daysBefore(now, 0.1) : null,
      thankYou: null,
    }
  })
  return [...given, ...members.flatMap(member => drawHistory(random, member, now))]
}

/** Donations from before, a few months apart, beginning with the date that the donor entered. */
function drawHistory(random: Random, donor: DemoMember, now: Date): DemoDonation[] {
  const date = donor.donor?.form.lastDonationDate
  const isKnown = donor.email === LOGINS.donor.email
  if (!date || !(isKnown || random.chance(ADDS_HISTORY))) return []
  const times = isKnown ? MAX_EARLIER : random.whole(1, MAX_EARLIER)
  return Array.from({ length: times }, (_, before) => {
    // The last one was for a request that its owner has deleted since.
    const isThanked = isKnown && before === 0
    return {
      id: random.uuid(),
      donor,
      offer: null,
      donatedOn: addDays(date, -before * random.whole(125, 200)),
      recordedBy: isThanked ? ('requester' as const) : ('donor' as const),
      recordedAt: daysBefore(now, 0.5 + random.share()),
      disputedAt: null,
      thankYou: isThanked ? ('when-needed' as const) : null,
    }
  })
}
