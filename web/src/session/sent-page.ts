import { remindersOf } from '@blood-bank/contract/sessions/reminders'
import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { Refusal } from '../api/refusal.ts'
import { cacheReply } from '../api/reply-cache.ts'
import { holdTime, setTime } from '../ui/browser/clock.ts'
import { sessionQuery } from './session.ts'

/** A reply that is in a page, by the address of the call. */
export type SentReply = { address: string; tag: string | null; body: unknown }

/** What a rendered page has for the browser, as JSON: `queries` is JSON in JSON, because it points to the replies. */
export type SentPage = {
  /** The path that was rendered, and the query, if it was rendered with it. */
  shows: string
  search: string
  /** The time of the rendering, in ISO 8601; null in a page that is kept for everybody. */
  now: string | null
  replies: SentReply[]
  queries: string
}

/** What stands in `queries` in place of a reply, or of one of its fields; and of a refusal. */
const REPLY = '$reply'
const REFUSAL = '$refusal'

/** The queries of a rendered page for the browser. What is a reply, or a field of one, is written once. */
export function writeQueries(client: QueryClient, replies: SentReply[]): string {
  const places = new Map<unknown, [number, string?]>()
  for (const [at, { body }] of replies.entries()) {
    places.set(body, [at])
    for (const [field, value] of Object.entries(Object(body)))
      if (typeof value === 'object' && value !== null) places.set(value, [at, field])
  }
  const { queries } = dehydrate(client, { shouldDehydrateQuery: ({ state }) => state.status !== 'pending' })
  // Without times, which mean nothing to another clock: a page that is kept is the same on all servers.
  const withoutTimes = queries.map(({ dehydratedAt: _, state, ...query }) => ({
    ...query,
    state: { ...state, dataUpdatedAt: Math.min(state.dataUpdatedAt, 1) },
  }))
  return JSON.stringify({ queries: withoutTimes, mutations: [] }, (_, value) => {
    if (value instanceof Refusal) return { [REFUSAL]: { ...value, message: value.message } }
    const place = places.get(value)
    return place ? { [REPLY]: place } : value
  })
}

/** Reads the page that the server has rendered, if it has, and removes it: nothing of a person stays after a sign-out. */
export function readSentPage(): SentPage | null {
  const element = document.getElementById('page')
  element?.remove()
  return element?.textContent ? JSON.parse(element.textContent) : null
}

let isTakenOver = true

/** Whether the browser is taking over a rendered page: what is on it was fetched just now. */
export const isTakingOver = (): boolean => !isTakenOver

/** Fills the cache of queries with what is in a rendered page, and stops its clock, until `endTakeOver`. */
export function takeOver(client: QueryClient, { now, replies, queries }: SentPage): void {
  isTakenOver = false
  if (now) setTime(new Date(now))
  holdTime(now ? new Date(now) : null)
  for (const { address, tag, body } of replies) cacheReply(address, tag, body)
  const state: DehydratedState = JSON.parse(queries, (_, value) => {
    if (value?.[REFUSAL]) return new Refusal(value[REFUSAL])
    const [at, field] = value?.[REPLY] ?? []
    const body = replies[at]?.body
    return body === undefined ? value : field === undefined ? body : Reflect.get(Object(body), field)
  })
  // By the clock of this device, as for everything that it fetches.
  for (const { state: query } of state.queries) if (query.dataUpdatedAt > 0) query.dataUpdatedAt = Date.now()
  hydrate(client, state)
}

/** Whether the person of the page still has something to do. */
export function isReminded(client: QueryClient): boolean {
  const session = client.getQueryData(sessionQuery.queryKey)
  return session?.kind === 'known' && remindersOf(session).length > 0
}

export function endTakeOver(): void {
  isTakenOver = true
  holdTime(null)
}
