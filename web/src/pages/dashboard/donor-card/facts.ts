import { type BloodGroup, withMinus } from '@blood-bank/contract/donors/blood-groups'
import { addDays, DAYS_BETWEEN_COMPONENTS } from '@blood-bank/contract/donors/eligibility'
import type { Donor } from '@blood-bank/contract/donors/endpoints'
import { MAY_BE_ABLE } from '@blood-bank/contract/donors/fit-to-give'
import { site } from '../../../api/site.ts'
import { currentTime } from '../../../ui/browser/clock.ts'
import { calendarDateOf, formatDayOfMonth, formatMonth } from '../../../ui/records/dates.ts'
import type { Given } from '../donations/queries.ts'

/** What a donor card says. */
export type CardFacts = {
  fullName: string
  bloodGroup: BloodGroup
  /** How much of the time since the last donation has passed until they can be asked: 1 means that all of it has. */
  passed: number
  /** "By your dates you may be able to give", or "Resting until March 22". */
  state: string
  /** "3 donations since May 2024" */
  history: string
  verification: 'Verified' | 'Not Verified'
}

export const factsOf = (donor: Donor, given: Given): CardFacts => ({
  fullName: donor.fullName,
  bloodGroup: donor.bloodGroup,
  passed: passedShareOf(donor),
  state: donor.eligibleFrom ? `Resting until ${formatDayOfMonth(donor.eligibleFrom)}` : MAY_BE_ABLE,
  history: describeHistory(donor, given),
  verification: donor.isVerified ? 'Verified' : 'Not Verified',
})

/** The card as a sentence, for screen readers. */
export const sentenceOf = ({ bloodGroup, state, history, verification }: CardFacts) =>
  `Donor card: ${withMinus(bloodGroup)}, ${verification}. ${state}. ${history}.`

const latestOf = (dates: (string | null)[]): string | null =>
  dates
    .filter(date => date !== null)
    .toSorted()
    .at(-1) ?? null

/** The latest of what the donor entered and what was recorded; null without one. */
export const lastDonationOf = (donor: Donor): string | null =>
  latestOf([donor.lastDonationDate, donor.recordedDonationDate, donor.recordedPlateletsDate])

/** The donation since which the donor waits until they can give blood: of blood, unless platelets delay it further. */
function waitsSince({ lastDonationDate, recordedDonationDate, recordedPlateletsDate, eligibleFrom }: Donor) {
  const isByPlatelets =
    recordedPlateletsDate && addDays(recordedPlateletsDate, DAYS_BETWEEN_COMPONENTS) === eligibleFrom
  return isByPlatelets ? recordedPlateletsDate : latestOf([lastDonationDate, recordedDonationDate])
}

function passedShareOf(donor: Donor): number {
  const [last, until] = [waitsSince(donor), donor.eligibleFrom]
  if (!until) return 1
  // Nobody knows since when a rest by choice lasts.
  if (!last) return 0
  const [from, to, today] = [last, until, calendarDateOf(currentTime(), site.timeZone)].map(Date.parse)
  const share = (Number(today) - Number(from)) / (Number(to) - Number(from))
  return Math.min(1, Math.max(0, share))
}

function describeHistory({ registeredAt }: Donor, { count, since }: Given): string {
  if (!since) return `Donor since ${formatMonth(registeredAt, site.timeZone)}`
  const month = formatMonth(since, 'UTC')
  return count === 1 ? `1 donation, in ${month}` : `${count} donations since ${month}`
}

/** What follows from resting. */
export function whileResting({ isAvailable, eligibleFrom, plateletsFrom }: Donor) {
  if (!isAvailable) return "You don't appear in searches and get no alerts."
  // After a donation of blood platelets can be given sooner, and those who said so are asked for them.
  return eligibleFrom === plateletsFrom
    ? "We won't ask you until then."
    : "We won't ask you for blood until then."
}
