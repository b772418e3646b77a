import { HOUR_MS } from '@blood-bank/contract/durations'
import { useSyncExternalStore } from 'react'
import { withStorage } from '../ui/browser/capabilities.ts'
import { createListeners } from '../ui/browser/listeners.ts'

/** What came of a call: whether the donor can come, or that nobody answered. */
export type CallOutcome = 'yes' | 'no' | 'no-answer'

/** A call to a donor, with the times in ms, and what came of it once the caller has said so. */
export type RecentCall = { calledAt: number; outcome?: CallOutcome; toldAt?: number }

/** The recent calls of a person by the id of the donor. */
type RecentCalls = Readonly<Record<string, RecentCall>>

/** A donor who could not come in the evening may be able to the next morning. */
const MAX_AGE_MS = 12 * HOUR_MS

const PREFIX = 'calls:'
const NONE: RecentCalls = {}

const { subscribe: subscribeHere, notify } = createListeners()
let last = { key: '', text: null as string | null, calls: NONE, isValidUntil: Number.POSITIVE_INFINITY }

/**
 * Whom a person called from this device in the last hours, so that they call nobody twice. It stays here: the server does
 * not learn of it, and a sign-out deletes it. Names and numbers are not in it.
 */
export const useRecentCalls = (userId: string): RecentCalls =>
  useSyncExternalStore(
    subscribe,
    () => findCalls(userId),
    () => NONE,
  )

function subscribe(listener: () => void) {
  const unsubscribe = subscribeHere(listener)
  // Other tabs.
  window.addEventListener('storage', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', listener)
  }
}

/** Saves that a person calls a donor now. */
export const saveCall = (userId: string, donorId: string): void =>
  save(userId, { ...findCalls(userId), [donorId]: { calledAt: Date.now() } })

/** Saves what came of a call; null to ask for it again. */
export function saveOutcome(userId: string, donorId: string, outcome: CallOutcome | null): void {
  const calls = findCalls(userId)
  const calledAt = calls[donorId]?.calledAt ?? Date.now()
  save(userId, {
    ...calls,
    [donorId]: outcome === null ? { calledAt } : { calledAt, outcome, toldAt: Date.now() },
  })
}

/** Deletes what is too old, and the calls of everybody except one person, or of all. */
export function deleteRecentCalls(exceptOf?: string): void {
  withStorage('localStorage', storage => {
    const kept = exceptOf === undefined ? null : PREFIX + exceptOf
    for (const key of Object.keys(storage))
      if (key.startsWith(PREFIX) && key !== kept) storage.removeItem(key)
    if (kept !== null && storage.getItem(kept) !== null) write(storage, kept, findCalls(exceptOf ?? ''))
  })
  notify()
}

/** The same object while nothing changes, as `useSyncExternalStore` needs it. Calls that are too old are left out. */
function findCalls(userId: string): RecentCalls {
  const key = PREFIX + userId
  const text = withStorage('localStorage', storage => storage.getItem(key)) ?? null
  if (key !== last.key || text !== last.text || Date.now() >= last.isValidUntil) {
    const recent = Object.entries(parse(text)).filter(([, call]) => Date.now() - call?.calledAt < MAX_AGE_MS)
    const isValidUntil = Math.min(...recent.map(([, { calledAt }]) => calledAt + MAX_AGE_MS))
    last = { key, text, calls: Object.fromEntries(recent), isValidUntil }
  }
  return last.calls
}

/** Nothing, if somebody or something else has written the text. */
function parse(text: string | null): RecentCalls {
  try {
    return (text && JSON.parse(text)) || NONE
  } catch {
    return NONE
  }
}

function save(userId: string, calls: RecentCalls) {
  withStorage('localStorage', storage => write(storage, PREFIX + userId, calls))
  notify()
}

function write(storage: Storage, key: string, calls: RecentCalls) {
  if (Object.keys(calls).length === 0) storage.removeItem(key)
  else storage.setItem(key, JSON.stringify(calls))
}
