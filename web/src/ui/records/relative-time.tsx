import { useSyncExternalStore } from 'react'
import { formatMoment } from './dates.ts'
import styles from './relative-time.module.css'
import { formatShortAge } from './short-age.ts'

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
  const age = useSyncExternalStore(
    subscribeToTicks,
    () => formatShortAge(new Date(moment), new Date()),
    () => null,
  )
  const exact = formatMoment(moment, timeZone)
  return (
    <time dateTime={moment}>
      {age === null ? (
        exact
      ) : (
        <>
          {age} <span className={styles.exact}>{exact}</span>
        </>
      )}
    </time>
  )
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all times on the page. */
function subscribeToTicks(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const tick of listeners) tick()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
