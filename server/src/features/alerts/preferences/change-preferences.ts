import { type AlertPause, PAUSE_DAYS } from '@blood-bank/contract/alerts/preferences'
import { DAY_MS } from '@blood-bank/contract/durations'
import { lockReferencedUser } from '../../../identity/users/store.ts'
import { calendarDate, startOfDate } from '../../../platform/clock/local-time.ts'
import type { Transaction } from '../../../platform/database/connection.ts'
import { refuseField } from '../../../platform/http/refuse.ts'
import { lockDonorOfUser, setAlertTimes } from '../../donors/store.ts'
import { findAlertTimes } from '../queries.ts'
import { type AlertChoice, saveAlertPreferences } from '../store.ts'

/**
 * Changes what a donor chose about alerts, and with it from when on the donor may be asked. The planner waits for the lock
 * on the donor, so that the choice counts for the next wave.
 * @returns false for people who are not donors
 */
export async function changePreferences(
  db: Transaction,
  userId: string,
  { now, ...choice }: Partial<AlertChoice> & { now: Date },
): Promise<boolean> {
  await lockReferencedUser(db, userId)
  if (!(await lockDonorOfUser(db, userId, 'for update'))) return false
  await saveAlertPreferences(db, userId, { ...choice, now })
  await setAlertTimes(db, await findAlertTimes(db, [userId], now))
  return true
}

type Pause = { pause: AlertPause; pauseUntil?: string | undefined }

/** When a pause ends. @throws Refusal pause-date-out-of-range */
export function endOfPause(
  { pause, pauseUntil = '' }: Pause,
  { now, timeZone }: { now: Date; timeZone: string },
): AlertChoice['pausedUntil'] {
  if (pause === 'none') return null
  if (pause === 'until-i-return') return Number.POSITIVE_INFINITY
  if (pause !== 'date') return new Date(now.getTime() + PAUSE_DAYS[pause] * DAY_MS)
  const today = calendarDate(now, timeZone)
  if (pauseUntil <= today || pauseUntil > aYearAfter(today))
    throw refuseField('pauseUntil', 'pause-date-out-of-range')
  return startOfDate(pauseUntil, timeZone)
}

/** The same day of the next year. After February 29 that is no day, and sorts before March 1. */
const aYearAfter = (date: string) => `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`
