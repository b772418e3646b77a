import { LRUCache } from 'lru-cache'
import type { RecordSecurityEvent } from '../audit/security-events.ts'
import { type NumberLimits, WINDOWS, WINDOWS_MS, type Window } from './time-windows.ts'

/** From this share of a limit on an account is reported. */
const NEAR = 0.8
/** How many accounts are remembered; each is a series of the metrics. */
const MAX_ACCOUNTS = 100

type Counted = {
  userId: string
  counts: Record<Window, number>
  limits: NumberLimits
  /** The window that is full, when the account was refused. */
  refusedBy: Window | null
  now: number
}

/** An account that is near a limit: how many numbers it was sent within the window. */
export type NearAccount = { userId: string; window: Window; numbers: number }

type Alerted = { limits: NumberLimits; recordedUntil: Map<string, number> }

/** Records that an account is near a limit or was refused, each once within the window. */
export function createLimitAlerts({ recordSecurityEvent }: { recordSecurityEvent: RecordSecurityEvent }) {
  const alerted = new LRUCache<string, Alerted>({ max: MAX_ACCOUNTS })

  return {
    /** @returns whether it is near a limit */
    raise({ userId, counts, limits, refusedBy, now }: Counted): boolean {
      const near = WINDOWS.filter(window => counts[window] >= NEAR * limits[window])
      if (near.length === 0 && !refusedBy) return false
      const account = alerted.get(userId) ?? { limits, recordedUntil: new Map() }
      alerted.set(userId, { ...account, limits })
      const recordOnce = (event: 'numbers-limit-near' | 'numbers-limit-reached', window: Window) => {
        const key = `${event} ${window}`
        if ((account.recordedUntil.get(key) ?? 0) > now) return
        account.recordedUntil.set(key, now + WINDOWS_MS[window])
        recordSecurityEvent(event, { userId, window, numbers: counts[window], limit: limits[window] })
      }
      for (const window of near) recordOnce('numbers-limit-near', window)
      if (refusedBy) recordOnce('numbers-limit-reached', refusedBy)
      return true
    },

    /** Those that are near a limit now. @param countOf how many numbers an account has been sent by now */
    list: (countOf: (userId: string) => Record<Window, number>): NearAccount[] =>
      [...alerted.entries()].flatMap(([userId, { limits }]) => {
        const counts = countOf(userId)
        return WINDOWS.filter(window => counts[window] >= NEAR * limits[window]).map(window => ({
          userId,
          window,
          numbers: counts[window],
        }))
      }),
  }
}
