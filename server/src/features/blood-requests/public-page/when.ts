import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { calendarDate } from '../../../platform/clock/local-time.ts'
import type { PublicBloodRequest } from './view.ts'

/** What the owner of an urgent or moderate request said is true for as long as "Moderate (Within 24-48 hours)" promises. */
const STATED_FOR_MS = 48 * HOUR_MS

type Need = Pick<PublicBloodRequest, 'urgency' | 'unitsLeft' | 'neededBy' | 'statedAt' | 'unconfirmedSince'>

/**
 * By when blood is needed, for a heading: "today", "by tomorrow", "by Jan 5" or "soon". Null when it would be a guess: all
 * units were given, the time has passed, or the owner has not confirmed the request.
 */
export function describeWhen(
  { urgency, unitsLeft, neededBy, statedAt, unconfirmedSince }: Need,
  { now, timeZone }: { now: Date; timeZone: string },
): string | null {
  if (unitsLeft === 0 || unconfirmedSince !== null) return null
  if (neededBy === null && urgency === 'low') return 'soon'
  const deadline = neededBy ?? new Date(statedAt.getTime() + STATED_FOR_MS)
  if (deadline < now) return null
  return neededBy === null && urgency === 'urgent' ? 'today' : describeDate(deadline, { now, timeZone })
}

function describeDate(time: Date, { now, timeZone }: { now: Date; timeZone: string }): string {
  const date = calendarDate(time, timeZone)
  if (date === calendarDate(now, timeZone)) return 'today'
  if (date === calendarDate(new Date(now.getTime() + DAY_MS), timeZone)) return 'by tomorrow'
  return `by ${new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone }).format(time)}`
}
