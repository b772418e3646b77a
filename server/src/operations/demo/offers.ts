import { canGiveTo } from '@blood-bank/contract/donors/compatibility'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import type { OfferStatus } from '@blood-bank/contract/offers/endpoints'
import { CONTACT_AFTER_DONATION_HOURS } from '@blood-bank/contract/offers/endpoints'
import type { DemoBloodRequest } from './blood-requests.ts'
import { dayOf } from './days.ts'
import { LOGINS } from './logins.ts'
import type { DemoMember } from './members.ts'
import type { Random } from './random.ts'

export type OwnedBloodRequest = DemoBloodRequest & { id: string; owner: DemoMember }

/** An offer, and what became of it. */
export type DemoOffer = {
  id: string
  donor: DemoMember
  bloodRequest: OwnedBloodRequest
  status: OfferStatus
  offeredAt: Date
  /** Null while the offer stands. */
  settledAt: Date | null
  revealId: string
  /** When the donor's number stopped being shown; null while it is shown. */
  hiddenAt: Date | null
  /** The time until which the number is shown after a donation of the last hours. */
  contactUntil: Date | null
}

const INTERVAL_DAYS = 120

/** What becomes of the offers for an active request: some wait, some have enough, one is half done. */
const ACTIVE_OUTCOMES: OfferStatus[][] = [
  ['offered', 'withdrawn'],
  [],
  ['offered'],
  ['donated', 'offered'],
  ['withdrawn'],
  ['offered', 'offered', 'released'],
]

type Campus = { members: DemoMember[]; bloodRequests: OwnedBloodRequest[]; now: Date }

/** Draws the offers of all blood requests. Every donor offers once; the rules of offering hold at that time. */
export function drawOffers(random: Random, { members, bloodRequests, now }: Campus): DemoOffer[] {
  const waiting = new Set(members.filter(({ donor }) => donor !== null))
  let active = 0

  const outcomesOf = ({ status, form: { unitsRequired } }: OwnedBloodRequest): OfferStatus[] => {
    if (status === 'cancelled') return random.chance(0.5) ? ['released'] : []
    if (status === 'fulfilled') return [...Array<OfferStatus>(unitsRequired).fill('donated'), 'released']
    const outcomes = ACTIVE_OUTCOMES[active++ % ACTIVE_OUTCOMES.length] ?? []
    return unitsRequired > 1 ? outcomes : outcomes.filter(outcome => outcome !== 'donated')
  }

  return bloodRequests.flatMap(bloodRequest =>
    outcomesOf(bloodRequest).flatMap(status => {
      const donors = [...waiting].filter(member => mayOffer(member, bloodRequest))
      if (donors.length === 0) return []
      const volunteer = donors.find(({ email }) => email === LOGINS.volunteer.email)
      if (volunteer && status !== 'offered' && donors.length === 1) return []
      const donor =
        volunteer && status === 'offered'
          ? volunteer
          : random.pick(donors.filter(other => other !== volunteer))
      waiting.delete(donor)
      return [drawOffer(random, { donor, bloodRequest, status, now })]
    }),
  )
}

function mayOffer({ donor, createdAt, id, email }: DemoMember, bloodRequest: OwnedBloodRequest): boolean {
  if (!donor || id === bloodRequest.owner.id || email === LOGINS.donor.email) return false
  const { bloodGroup, isAvailable, lastDonationDate } = donor.form
  return (
    donor.isProfileActive &&
    isAvailable &&
    createdAt < bloodRequest.requestedAt &&
    canGiveTo(bloodGroup, bloodRequest.form.requiredBloodGroup) &&
    (!lastDonationDate || addDays(lastDonationDate, INTERVAL_DAYS) <= dayOf(bloodRequest.requestedAt))
  )
}

type Drawn = Pick<DemoOffer, 'donor' | 'bloodRequest' | 'status'> & { now: Date }

function drawOffer(random: Random, { donor, bloodRequest, status, now }: Drawn): DemoOffer {
  const { requestedAt } = bloodRequest
  const openMs = Math.min(now.getTime() - requestedAt.getTime(), 72 * HOUR_MS)
  const luck = random.share()
  // Most donors answer within minutes, some after an hour or two.
  const offeredAfterMs = Math.min(luck * 0.5 * openMs, (6 + 120 * luck ** 2) * MINUTE_MS)
  const offeredAt = new Date(requestedAt.getTime() + offeredAfterMs)
  const settledAt =
    status === 'offered' ? null : new Date(offeredAt.getTime() + (0.2 + random.share() * 0.8) * 0.5 * openMs)
  const hiddenAt =
    settledAt && status === 'donated'
      ? new Date(settledAt.getTime() + CONTACT_AFTER_DONATION_HOURS * HOUR_MS)
      : settledAt
  const isShown = hiddenAt === null || hiddenAt > now
  return {
    id: random.uuid(),
    donor,
    bloodRequest,
    status,
    offeredAt,
    settledAt,
    revealId: random.uuid(),
    hiddenAt: isShown ? null : hiddenAt,
    contactUntil: isShown ? hiddenAt : null,
  }
}
