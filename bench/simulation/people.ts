import { type AlertFrequency, DEFAULT_FREQUENCY } from '@blood-bank/contract/alerts/endpoints'
import type { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import { DAY_MS } from '@blood-bank/contract/durations'
import { drawBloodGroup } from '@blood-bank/server/operations/demo/people'
import { dayOf, START } from './clock.ts'
import { drawsFor } from './draws.ts'
import type { Parameters } from './parameters.ts'

/** The default of `DONATION_INTERVAL_DAYS`. */
export const INTERVAL_DAYS = 120

export type Alert = { at: number; urgency: Urgency; bloodRequestId: number; requesterHasRecord: boolean }

/** Somebody who offers: a donor, or an invented account. */
export type Offerer = Pick<Donor, 'isVerified' | 'knownSince' | 'endings'>

export type Donor = ReturnType<typeof drawDonors>[number]

/** Draws the donors of a campus. The first members are the donors. */
export const drawDonors = (parameters: Parameters, seed: number) =>
  Array.from({ length: parameters.donors }, (_, id) => {
    const draws = drawsFor(seed, 'donor', id)
    const account = drawsFor(seed, 'account', id)
    return {
      id,
      bloodGroup: drawBloodGroup(draws, id),
      /** Whether the donor can give, apart from the date of the last donation. */
      isFit: !draws.chance(parameters.unknowinglyIneligible),
      /** The first day on which the product shows the donor as one who can give. */
      eligibleFrom: draws.chance(parameters.donatedInYear)
        ? INTERVAL_DAYS - draws.whole(1, 365)
        : Number.NEGATIVE_INFINITY,
      showsNumber: draws.chance(parameters.showsNumber),
      hasPush: draws.chance(parameters.push),
      hasTexts: drawsFor(seed, 'texts', id).chance(parameters.texts),
      allowsNightPush: draws.chance(parameters.nightPush),
      frequency: (draws.chance(parameters.asNeeded) ? 'as-needed' : DEFAULT_FREQUENCY) as AlertFrequency,
      /** Whether the donor said yes to somebody and has not come yet. */
      hasPromised: false,
      pausedUntil: Number.NEGATIVE_INFINITY,
      /** From when on the limit that the donor chose allows another alert. */
      alertsFrom: Number.NEGATIVE_INFINITY,
      alerts: [] as Alert[],
      /** Whether an admin has verified them. */
      isVerified: account.chance(parameters.verified),
      /** When the email of their account was verified. */
      knownSince: START - (account.chance(parameters.newAccounts) ? account.share() * 7 : 365) * DAY_MS,
      /** When an offer of theirs was withdrawn or not needed. */
      endings: [] as number[],
    }
  })

/** Whether the product shows the donor as one who can give. */
export const isEligibleAt = (donor: Donor, time: number): boolean => donor.eligibleFrom <= dayOf(time)

/** Whether a donor who is asked is able to come. */
export const canCome = (donor: Donor, time: number): boolean =>
  donor.isFit && !donor.hasPromised && isEligibleAt(donor, time)
