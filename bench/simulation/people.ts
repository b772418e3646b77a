import type { AlertFrequency } from '@blood-bank/contract/alerts/endpoints'
import { DEFAULT_FREQUENCY } from '@blood-bank/contract/alerts/endpoints'
import type { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { addDays, eligibleFrom } from '@blood-bank/contract/donors/eligibility'
import { drawBloodGroup } from '@blood-bank/server/operations/demo/blood'
import { DAY_MS, START } from './clock.ts'
import { drawsFor } from './draws.ts'
import type { Parameters } from './parameters.ts'

/** The default of `DONATION_INTERVAL_DAYS`. */
const INTERVAL_DAYS = 120

export type Alert = { at: number; urgency: Urgency; bloodRequestId: number; requesterHasRecord: boolean }

/** Somebody who offers: a donor, or an invented account. */
export type Offerer = {
  /** Whether an admin has verified them. */
  isVerified: boolean
  /** When the email of their account was verified. */
  knownSince: number
  /** When an offer of theirs was withdrawn or not needed. */
  endings: number[]
}

export type Donor = Offerer & {
  id: number
  bloodGroup: BloodGroup
  showsNumber: boolean
  hasPush: boolean
  allowsNightPush: boolean
  frequency: AlertFrequency
  /** Whether the donor can give, apart from the date of the last donation. */
  isFit: boolean
  /** The first date on which the product shows the donor as one who can give; null without a donation. */
  eligibleFrom: string | null
  /** Whether the donor said yes to somebody and has not come yet. */
  hasPromised: boolean
  pausedUntil: number
  /** From when on the limit that the donor chose allows another alert. */
  alertsFrom: number
  alerts: Alert[]
}

/** Draws the donors of a campus. The first members are the donors. */
export const drawDonors = (parameters: Parameters, seed: number): Donor[] =>
  Array.from({ length: parameters.donors }, (_, id) => {
    const draws = drawsFor(seed, 'donor', id)
    const account = drawsFor(seed, 'account', id)
    return {
      id,
      bloodGroup: drawBloodGroup(draws, id),
      isFit: !draws.chance(parameters.unknowinglyIneligible),
      eligibleFrom: draws.chance(parameters.donatedInYear)
        ? eligibleFrom(addDays(dateAt(START), -draws.whole(1, 365)), INTERVAL_DAYS)
        : null,
      showsNumber: draws.chance(parameters.showsNumber),
      hasPush: draws.chance(parameters.push),
      allowsNightPush: draws.chance(parameters.nightPush),
      frequency: draws.chance(parameters.asNeeded) ? 'as-needed' : DEFAULT_FREQUENCY,
      ...{ hasPromised: false, pausedUntil: Number.NEGATIVE_INFINITY },
      ...{ alertsFrom: Number.NEGATIVE_INFINITY, alerts: [] },
      isVerified: account.chance(parameters.verified),
      knownSince: START - (account.chance(parameters.newAccounts) ? account.share() * 7 : 365) * DAY_MS,
      endings: [],
    }
  })

const dates = new Map<number, string>()

/** The calendar date of a time. Dates are cached, because they are needed for every donor. */
function dateAt(time: number): string {
  const day = Math.floor((time - START) / DAY_MS)
  const date = dates.get(day) ?? addDays('2026-11-02', day)
  dates.set(day, date)
  return date
}

/** Whether the product shows the donor as one who can give. */
export const isEligibleAt = (donor: Donor, time: number): boolean =>
  donor.eligibleFrom === null || donor.eligibleFrom <= dateAt(time)

/** Whether a donor who is asked is able to come. */
export const canCome = (donor: Donor, time: number): boolean =>
  donor.isFit && !donor.hasPromised && isEligibleAt(donor, time)

export function recordDonation(donor: Donor, time: number): void {
  donor.eligibleFrom = eligibleFrom(dateAt(time), INTERVAL_DAYS)
}
