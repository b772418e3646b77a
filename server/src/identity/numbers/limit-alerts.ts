import { LRUCache } from 'lru-cache'
import type { AccountNearLimit } from '../access/number-limits.ts'
import type { RecordSecurityEvent } from '../access/security-events.ts'
import { type NumberLimits, WINDOWS, WINDOWS_MS, type Window } from './time-windows.ts'

/** An account is near a limit from this share of it. */
const NEAR_LIMIT_SHARE = 0.8
/** How many accounts are remembered; each is a series of the metrics. */
const MAX_ACCOUNTS = 100

type CountedAccount = {
  userId: string
  counts: Record<Window, number>
  limits: NumberLimits
  /** The window that is full, if the response was refused. */
  refusedBy: Window | null
  now: number
}

type Alert = { limits: NumberLimits; recordedUntil: Map<string, number> }

/** Records when an account gets near a limit or is refused, each at most once per window. */
export function createLimitAlerts({ recordSecurityEvent }: { recordSecurityEvent: RecordSecurityEvent }) {
  const alerts = new LRUCache<string, Alert>({ max: MAX_ACCOUNTS })

  return {
    /** @returns whether the account is near a limit or was refused */
    raise({ userId, counts, limits, refusedBy, now }: CountedAccount): boolean {
      const near = windowsNearLimit(counts, limits)
      if (near.length === 0 && !refusedBy) return false
      const alert = alerts.get(userId) ?? { limits, recordedUntil: new Map() }
      alerts.set(userId, { ...alert, limits })
      const recordOnce = (event: 'numbers-limit-near' | 'numbers-limit-reached', window: Window) => {
        const key = `${event} ${window}`
        if ((alert.recordedUntil.get(key) ?? 0) > now) return
        alert.recordedUntil.set(key, now + WINDOWS_MS[window])
        recordSecurityEvent(event, { userId, window, numbers: counts[window], limit: limits[window] })
      }
      for (const window of near) recordOnce('numbers-limit-near', window)
      if (refusedBy) recordOnce('numbers-limit-reached', refusedBy)
      return true
    },

    /**
     * Lists the accounts that are near a limit now.
     * @param countOf gives the current counts of an account
     */
    list: (countOf: (userId: string) => Record<Window, number>): AccountNearLimit[] =>
      [...alerts.entries()].flatMap(([userId, { limits }]) => {
        const counts = countOf(userId)
        return windowsNearLimit(counts, limits).map(window => ({ userId, window, numbers: counts[window] }))
      }),
  }
}

const windowsNearLimit = (counts: Record<Window, number>, limits: NumberLimits) =>
  WINDOWS.filter(window => counts[window] >= NEAR_LIMIT_SHARE * limits[window])
