import { type AlertPause, PAUSE_DAYS } from '@blood-bank/contract/alerts/preferences'
import { DAY_MS } from '@blood-bank/contract/durations'
import { REFUSALS } from '@blood-bank/contract/errors'
import { calendarDate, startOfDate } from '../../../platform/clock/local-time.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { AlertChoice } from '../store.ts'

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
    throw refuse('pause-date-out-of-range', {
      fields: { pauseUntil: REFUSALS['pause-date-out-of-range'].message },
    })
  return startOfDate(pauseUntil, timeZone)
}

/** The same day of the next year. After February 29 that is no day, and sorts before March 1. */
const aYearAfter = (date: string) => `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`
