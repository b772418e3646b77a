import {
  MAX_NEEDED_BY_DAYS,
  NEEDED_BY_PAST,
  NEEDED_BY_TOO_LATE,
} from '@blood-bank/contract/blood-requests/posting'
import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import type { AlertPolicy } from '../../config/alert-policy.ts'
import { calendarDate, timeOfLocal } from '../../platform/clock/local-time.ts'
import { refuse } from '../../platform/http/refuse.ts'
import type { BloodRequestRow } from './tables.ts'

/**
 * The time of "Needed by", which was entered in the site's time zone; null if nothing was entered.
 * @throws Refusal invalid-input for a time in the past or too far in the future
 */
export function readNeededBy(
  local: string | null,
  { now, timeZone }: { now: Date; timeZone: string },
): Date | null {
  if (local === null) return null
  // Calendars cannot show the day before the year 1 as a date.
  if (local < calendarDate(now, timeZone)) throw refuseNeededBy(NEEDED_BY_PAST)
  const neededBy = timeOfLocal(local, timeZone)
  if (neededBy <= now) throw refuseNeededBy(NEEDED_BY_PAST)
  if (neededBy.getTime() > now.getTime() + MAX_NEEDED_BY_DAYS * DAY_MS)
    throw refuseNeededBy(NEEDED_BY_TOO_LATE)
  return neededBy
}

const refuseNeededBy = (message: string) =>
  refuse('invalid-input', { message, fields: { neededBy: message } })

/** When the owner of a blood request is asked whether blood is still needed. */
export const neededUntil = (
  {
    neededBy,
    confirmedAt,
    requestedAt,
    urgency,
  }: Pick<BloodRequestRow, 'neededBy' | 'confirmedAt' | 'requestedAt' | 'urgency'>,
  hours: AlertPolicy['neededHours'],
): Date => neededBy ?? new Date((confirmedAt ?? requestedAt).getTime() + hours[urgency] * HOUR_MS)
