import { type AlertFrequency, DEFAULT_FREQUENCY } from '@blood-bank/contract/alerts/endpoints'
import type { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import type { Component } from '@blood-bank/contract/donors/components'
import { DAYS_BETWEEN_COMPONENTS } from '@blood-bank/contract/donors/eligibility'
import { DAY_MS } from '@blood-bank/contract/durations'
import { drawBloodGroup } from '@blood-bank/server/operations/demo/people'
import { dayOf, START } from './clock.ts'
import { drawsFor } from './draws.ts'
import type { Parameters } from './parameters.ts'

/** The defaults of `DONATION_INTERVAL_DAYS` and `PLATELET_INTERVAL_DAYS`. */
const INTERVAL_DAYS = 120
const PLATELET_INTERVAL_DAYS = 14

export type Alert = { at: number; urgency: Urgency; bloodRequestId: number; requesterHasRecord: boolean }

/** Somebody who offers: a donor, or an invented account. */
export type Offerer = Pick<Donor, 'isVerified' | 'knownSince' | 'endings'>

export type Donor = ReturnType<typeof drawDonors>[number]

/** Draws the donors of a campus. The first members are the donors. */
export const drawDonors = (parameters: Parameters, seed: number) =>
  Array.from({ length: parameters.donors }, (_, id) => {
    const draws = drawsFor(seed, 'donor', id)
    const account = drawsFor(seed, 'account', id)
    const bloodGroup = drawBloodGroup(draws, id)
    const isKept = drawsFor(seed, 'kept', id).chance(parameters.kept)
    const isFit = !draws.chance(parameters.unknowinglyIneligible)
    const lastDay = draws.chance(parameters.donatedInYear) ? -draws.whole(1, 365) : Number.NEGATIVE_INFINITY
    return {
      id,
      bloodGroup,
      /** Whether the donor can give, apart from the date of the last donation. */
      isFit,
      /** The first day on which the product shows the donor as one who can give blood, and asks for platelets by machine. */
      eligibleFrom: lastDay + INTERVAL_DAYS,
      plateletsFrom: lastDay + DAYS_BETWEEN_COMPONENTS,
      alsoPlatelets: drawsFor(seed, 'platelets', id).chance(parameters.alsoPlatelets),
      /** Whether the club keeps the donor, who has no account: no search or alert finds them. */
      isKept,
      showsNumber: draws.chance(parameters.showsNumber) && !isKept,
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
      /** Whether an admin has verified them, or a coordinator knows them. */
      isVerified: account.chance(parameters.verified) || isKept,
      /** When the email of their account was verified. */
      knownSince: START - (account.chance(parameters.newAccounts) ? account.share() * 7 : 365) * DAY_MS,
      /** When an offer of theirs was withdrawn or not needed. */
      endings: [] as number[],
    }
  })

/** Whether the product shows the donor as one who can give for a need. */
export const isEligibleAt = (donor: Donor, time: number, component: Component): boolean =>
  (component === 'apheresis-platelets' ? donor.plateletsFrom : donor.eligibleFrom) <= dayOf(time)

/** Whether a donor who is asked is able to come. */
export const canCome = (donor: Donor, time: number, component: Component): boolean =>
  donor.isFit && !donor.hasPromised && isEligibleAt(donor, time, component)

/** A donor gave what was needed: both days move, and neither comes earlier. */
export function rest(donor: Donor, time: number, component: Component): void {
  const isByMachine = component === 'apheresis-platelets'
  restFor(donor, time, {
    blood: isByMachine ? DAYS_BETWEEN_COMPONENTS : INTERVAL_DAYS,
    platelets: isByMachine ? PLATELET_INTERVAL_DAYS : DAYS_BETWEEN_COMPONENTS,
  })
}

/** The product asks the donor for neither for so many days. */
export function restFor(donor: Donor, time: number, days: { blood: number; platelets: number }): void {
  donor.eligibleFrom = Math.max(donor.eligibleFrom, dayOf(time) + days.blood)
  donor.plateletsFrom = Math.max(donor.plateletsFrom, dayOf(time) + days.platelets)
}
