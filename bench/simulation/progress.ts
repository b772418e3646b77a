import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { TURNED_AWAY_REST_DAYS } from '@blood-bank/contract/offers/turned-away'
import type { BloodRequest } from './blood-requests.ts'
import type { CampusRun } from './campus-run.ts'
import { drawDelay, drawsFor } from './draws.ts'
import { type Donor, type Offerer, rest, restFor } from './people.ts'

/** An offer that the product knows of; the end is infinite while it stands. */
export type Offer = { by: Offerer; at: number; until: number }

/** What has happened to a blood request so far. */
export type Progress = ReturnType<typeof startProgress>

export const startProgress = (bloodRequest: BloodRequest) => ({
  bloodRequest,
  /** Those who said yes and have not come yet. */
  coming: new Set<Donor>(),
  unitsGiven: 0,
  /** All that were made. */
  offers: [] as Offer[],
  /** When a donor first gave from an offer that was trusted. */
  trustedDonationAt: Number.POSITIVE_INFINITY,
  firstYesAt: Number.POSITIVE_INFINITY,
  enoughAt: Number.POSITIVE_INFINITY,
  isFilled: false,
  /** Whether fewer donors could be asked than the first wave has. */
  hasFewDonors: false,
  isClosed: false,
  calls: 0,
  callsOfCoordinators: 0,
  texts: 0,
  /** Is told when somebody offered, and when somebody who said yes did not come. */
  onChange: [] as (() => void)[],
})

/** Whether so many donors said yes as there are units still to be given. */
export const hasEnough = ({ bloodRequest, coming, unitsGiven }: Progress): boolean =>
  unitsGiven + coming.size >= bloodRequest.units

/** How long the product counts a yes. A yes to a coordinator is one that is trusted, for a day. */
const KNOWN_FOR = { offer: Number.POSITIVE_INFINITY, coming: DAY_MS, call: 0 }

/** A donor says yes, and comes later or not at all. The product does not know of a yes on the phone. */
export function sayYes(run: CampusRun, progress: Progress, donor: Donor, how: keyof typeof KNOWN_FOR): void {
  const { bloodRequest, coming } = progress
  const { events, parameters, seed } = run
  const now = events.now()
  coming.add(donor)
  donor.hasPromised = true
  progress.firstYesAt = Math.min(progress.firstYesAt, now)
  if (hasEnough(progress)) progress.enoughAt = Math.min(progress.enoughAt, now)
  const draws = drawsFor(seed, 'coming', bloodRequest.id, donor.id)
  const showsUp = !bloodRequest.isInvented && draws.chance(parameters.showsUp)
  const isTaken = !drawsFor(seed, 'hospital', bloodRequest.id, donor.id).chance(parameters.turnedAway)
  const comesAt = now + drawDelay(draws, parameters.travel[bloodRequest.urgency]) * HOUR_MS
  events.add(Math.min(comesAt, bloodRequest.neededBy), () =>
    settle(run, progress, donor, { showsUp, isTaken }),
  )
  if (how === 'call') return
  progress.offers.push({ by: donor, at: now, until: now + KNOWN_FOR[how] })
  tellChange(progress)
}

type Visit = { showsUp: boolean; isTaken: boolean }

function settle(run: CampusRun, progress: Progress, donor: Donor, { showsUp, isTaken }: Visit): void {
  const now = run.events.now()
  if (!progress.coming.delete(donor)) return
  donor.hasPromised = false
  const yes = progress.offers.find(({ by }) => by === donor)
  if (yes) yes.until = Math.min(yes.until, now)
  // What a kept donor said counts neither against them nor as a record of the requester.
  const offer = donor.isKept ? undefined : yes
  if (showsUp && !isTaken) {
    // It counts against nobody, and the request goes on asking.
    restFor(donor, now, { blood: TURNED_AWAY_REST_DAYS, platelets: TURNED_AWAY_REST_DAYS })
    tellChange(progress)
    return
  }
  if (!showsUp) {
    // A request that closes releases its offers, which counts against nobody.
    if (offer && now < progress.bloodRequest.neededBy) donor.endings.push(now)
    tellChange(progress)
    return
  }
  progress.unitsGiven += 1
  if (offer && isTrusted(offer, progress, now))
    progress.trustedDonationAt = Math.min(progress.trustedDonationAt, now)
  rest(donor, now, progress.bloodRequest.component)
  if (progress.unitsGiven < progress.bloodRequest.units) return
  progress.isFilled = true
  close(progress, now)
}

/** Ends a blood request; those who are still coming are told that they are not needed. */
export function close(progress: Progress, now: number): void {
  progress.isClosed = true
  for (const offer of progress.offers) offer.until = Math.min(offer.until, now)
  for (const donor of progress.coming) donor.hasPromised = false
  progress.coming.clear()
}

export const tellChange = (progress: Progress) => {
  for (const tell of progress.onChange) tell()
}

const WEEK_MS = 7 * DAY_MS

/** The condition of `isTrusted` of the server. */
const isTrusted = ({ by }: Offer, { bloodRequest }: Progress, now: number): boolean =>
  (by.isVerified || by.knownSince <= bloodRequest.postedAt - WEEK_MS) &&
  by.endings.filter(at => at > now - 30 * DAY_MS).length < 3

export const countTrustedOffers = (progress: Progress, now: number): number =>
  progress.offers.filter(offer => offer.until > now && isTrusted(offer, progress, now)).length

/** Whether the requester of these blood requests has a record: `hasRecord` of the server. */
export const hasRecord = (progresses: Progress[], now: number): boolean =>
  progresses.some(
    progress =>
      progress.bloodRequest.isRequesterKnown ||
      progress.trustedDonationAt <= now - WEEK_MS ||
      progress.offers.some(
        offer => Math.min(offer.until, now) - offer.at >= WEEK_MS && isTrusted(offer, progress, now),
      ),
  )
