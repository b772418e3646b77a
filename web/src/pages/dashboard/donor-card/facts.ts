import { type BloodGroup, withMinus } from '@blood-bank/contract/donors/blood-groups'
import { addDays, DAYS_BETWEEN_COMPONENTS, formatCalendarDate } from '@blood-bank/contract/donors/eligibility'
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
  /** "Donor since May 2024" */
  since: string
  /** "3 donations since May 2024", or as {@link since} without one. */
  history: string
  verification: 'Verified' | 'Not Verified'
}

export function factsOf(donor: Donor, given: Given): CardFacts {
  const since = `Donor since ${formatMonth(donor.registeredAt, site.timeZone)}`
  return {
    fullName: donor.fullName,
    bloodGroup: donor.bloodGroup,
    passed: passedShareOf(donor),
    state: donor.eligibleFrom ? `Resting until ${formatDayOfMonth(donor.eligibleFrom)}` : MAY_BE_ABLE,
    since,
    history: describeDonations(given) ?? since,
    verification: donor.isVerified ? 'Verified' : 'Not Verified',
  }
}

/** The card as a sentence, for screen readers. */
export const sentenceOf = ({ bloodGroup, state, history, verification }: CardFacts) =>
  `Donor card: ${withMinus(bloodGroup)}, ${verification}. ${state}. ${history}.`

const latestOf = (dates: (string | null)[]): string | null =>
  dates
    .filter(date => date !== null)
    .toSorted()
    .at(-1) ?? null

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

function describeDonations({ count, since }: Given): string | null {
  if (!since) return null
  const month = formatMonth(since, 'UTC')
  return count === 1 ? `1 donation, in ${month}` : `${count} donations since ${month}`
}

/** How often the donor gave and when they can give again; empty for who has not given and can. */
export function describeAvailability({ eligibleFrom, restsUntil }: Donor, { count }: Given): string {
  const given = count > 0 && `You have given ${count === 1 ? 'once' : `${count} times`}.`
  const again = eligibleFrom === restsUntil ? "You're resting until" : 'You can give again from'
  return [given, eligibleFrom && `${again} ${formatCalendarDate(eligibleFrom)}.`].filter(Boolean).join(' ')
}
