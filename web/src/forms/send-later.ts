import type { QueryClient } from '@tanstack/react-query'
import { isRefusal } from '../api/refusal.ts'

/** How often it is tried, if calls are lost although there seems to be a connection. */
const MAX_TRIES = 5

/**
 * The options of a mutation that waits for the connection, and again if it is lost meanwhile. Only for what may be sent twice
 * without harm, as a reply may have been lost.
 */
export const ONCE_CONNECTED = {
  networkMode: 'online',
  retry: (failures: number, error: Error) => failures < MAX_TRIES && isRefusal(error, 'network'),
} as const

const KEY = 'form'

/**
 * Sends what was submitted in a form whose page was left without a connection, once there is one: the mutation waits in
 * the cache, and again if the connection is lost meanwhile. It ends with the tab.
 * @throws the last refusal
 */
export const sendOnceConnected = <V, R>(
  client: QueryClient,
  draftKey: string,
  { send, values }: { send: (values: V) => Promise<R>; values: V },
): Promise<R> =>
  client
    .getMutationCache()
    .build<R, Error, V, unknown>(client, {
      mutationKey: [KEY, draftKey],
      mutationFn: send,
      ...ONCE_CONNECTED,
    })
    .execute(values)

/**
 * Takes back what waits to be sent: of one form, or of all, as somebody else may be signed in once there is a connection.
 * @returns whether there was anything
 */
export function takeBack(client: QueryClient, draftKey?: string): boolean {
  const mutations = client.getMutationCache()
  const mutationKey = draftKey === undefined ? [KEY] : [KEY, draftKey]
  const waiting = mutations.findAll({ mutationKey, predicate: ({ state }) => state.isPaused })
  for (const mutation of waiting) mutations.remove(mutation)
  return waiting.length > 0
}
