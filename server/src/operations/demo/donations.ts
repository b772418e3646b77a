import { addDays } from '@blood-bank/contract/donors/eligibility'
import type { DonationRecorder } from '@blood-bank/contract/offers/donations'
import type { ThankYou } from '@blood-bank/contract/thanks/sentences'
import { dayOf, daysBefore } from './days.ts'
import { LOGINS } from './logins.ts'
import type { DemoMember } from './members.ts'
import type { DemoOffer } from './offers.ts'
import type { Random } from './random.ts'

export type DemoDonation = {
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

type Campus = { members: DemoMember[]; offers: DemoOffer[]; now: Date }

/** Draws the donations of the offers, one of them disputed, and the earlier ones that donors have added themselves. */
export function drawDonations(random: Random, { members, offers, now }: Campus): DemoDonation[] {
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
