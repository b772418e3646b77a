import { DAY_MS, HOUR_MS } from './clock.ts'
import type { Offer, Progress } from './progress.ts'

/** The condition of `isTrusted` of the server. */
const isTrusted = ({ by }: Offer, { bloodRequest }: Progress, now: number): boolean =>
  (by.isVerified || by.knownSince <= bloodRequest.postedAt - 7 * DAY_MS) &&
  by.endings.filter(at => at > now - 30 * DAY_MS).length < 3

export const countTrustedOffers = (progress: Progress, now: number): number =>
  progress.offers.filter(offer => offer.until > now && isTrusted(offer, progress, now)).length

/** Whether the requester of these blood requests has a record: `hasRecord` of the server. */
export const hasRecord = (progresses: Progress[], now: number): boolean =>
  progresses.some(
    progress =>
      progress.bloodRequest.isRequesterKnown ||
      progress.hasDonation ||
      progress.offers.some(
        offer => Math.min(offer.until, now) - offer.at >= HOUR_MS && isTrusted(offer, progress, now),
      ),
  )
