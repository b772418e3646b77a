import { DAY_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { useSyncExternalStore } from 'react'
import { currentTime } from '../browser/clock.ts'
import { formatAge, formatDayOfYear, formatDuration, formatMoment } from './dates.ts'
import styles from './relative-time.module.css'

/** How far the age that is shown may be behind. */
const TICK_MS = 30_000

type Props = {
  /** A timestamp in the past, in ISO 8601. */
  moment: string
  /** For the exact time. */
  timeZone: string
}

/** How long ago something was, which stays current, and when exactly: "2 h ago Mar 1, 2026, 9:05 AM". After a week the latter. */
export function RelativeTime({ moment, timeZone }: Props) {
  const age = useAge(moment)
  const exact = formatMoment(moment, timeZone)
  return (
    <time dateTime={moment}>
      {age !== null && (
        <>
          <span>{age}</span>{' '}
        </>
      )}
      <span className={age === null ? undefined : styles.exact}>{exact}</span>
    </time>
  )
}

/** The same without the exact time: "2 h ago". After a week the day: "Mar 1". */
export function Age({ moment, timeZone }: Props) {
  const age = useAge(moment)
  return <time dateTime={moment}>{age ?? formatDayOfYear(moment, timeZone)}</time>
}

/** The age from which on a date says more than "9 days ago". */
const MAX_AGE_MS = 7 * DAY_MS

const useAge = (moment: string) =>
  useTicking(() => (ageOf(moment) < MAX_AGE_MS ? formatAge(new Date(moment), tickTime(), 'short') : null))

/** How long ago something was, in words, which stays current: "2 minutes ago". */
export const useAgeInWords = (moment: string) => useTicking(() => formatAge(new Date(moment), tickTime()))

/** How long something has lasted, which stays current: "7 minutes". */
export const useDuration = (since: string) => useTicking(() => formatDuration(new Date(since), tickTime()))

/** Whether a time is longer ago than so many minutes. */
export const useIsOlderThan = (moment: string, minutes: number) =>
  useTicking(() => ageOf(moment) > minutes * MINUTE_MS)

const useTicking = <T,>(read: () => T) => useSyncExternalStore(subscribeToTicks, read, read)

const ageOf = (moment: string) => tickTime().getTime() - Date.parse(moment)

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let lastTick = currentTime()

/** Stands still between ticks: React renders a whole list again at once if a time in it has changed meanwhile. */
function tickTime() {
  if (timer === undefined) lastTick = currentTime()
  return lastTick
}

/** One timer for all times on the page. */
function subscribeToTicks(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    lastTick = currentTime()
    for (const tick of listeners) tick()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
