import type { BloodRequest, ClosedStatus } from '@blood-bank/contract/blood-requests/endpoints'
import type { CountedPage } from '@blood-bank/contract/paging'
import { type InfiniteData, type QueryClient, useMutationState } from '@tanstack/react-query'
import { type Records, recordsOf } from '../../../lists/records.ts'
import { BLOOD_REQUESTS, keepsClosed } from '../queries.ts'
import type { Action, RequestedAction } from './actions.ts'

/** Mutation key of all actions, by which the lists find the pending ones. */
export const ACTION_KEY = [...BLOOD_REQUESTS, 'acting']

/** The status of a request after an action; null if it is deleted. */
export const STATUS_AFTER: Record<Action, ClosedStatus | null> = {
  fulfil: 'fulfilled',
  cancel: 'cancelled',
  delete: null,
}

/**
 * A list with actions applied, so that their effect is visible before the server has replied. The cached list is not
 * changed: replies that arrive meanwhile are shown with the actions applied, and a failed action is undone by no longer
 * applying it.
 */
export const applyActions = <T extends BloodRequest>(
  list: Records<T>,
  actions: RequestedAction[],
  hasClosed: boolean,
) =>
  actions.reduce(({ pages, total }, { action, bloodRequest: { id } }) => {
    const isListed = pages.some(page => page.some(other => other.id === id))
    if (!isListed) return { pages, total }
    const status = STATUS_AFTER[action]
    if (status && hasClosed) return { pages: pages.map(page => withStatus(page, id, status)), total }
    return { pages: pages.map(page => without(page, id)), total: total - 1 }
  }, list)

const withStatus = <T extends BloodRequest>(page: T[], id: string, status: ClosedStatus) =>
  page.some(other => other.id === id)
    ? page.map(other => (other.id === id ? { ...other, status } : other))
    : page

const without = <T extends BloodRequest>(page: T[], id: string) =>
  page.some(other => other.id === id) ? page.filter(other => other.id !== id) : page

/** A list with the pending actions applied. */
export function useWithPendingActions<T extends BloodRequest, L extends { data: Records<T> | undefined }>(
  list: L,
  { hasClosed }: { hasClosed: boolean },
): L {
  const actions = useMutationState({
    filters: { mutationKey: ACTION_KEY, status: 'pending' },
    select: ({ state }) => state.variables as RequestedAction,
  })
  return actions.length > 0 && list.data
    ? { ...list, data: applyActions(list.data, actions, hasClosed) }
    : list
}

/** Applies an action that the server has completed to all cached lists. */
export async function applyToCache(client: QueryClient, done: RequestedAction) {
  // A pending response may still contain the old state.
  await client.cancelQueries({ queryKey: BLOOD_REQUESTS })
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: BLOOD_REQUESTS })) {
    client.setQueryData<InfiniteData<CountedPage<BloodRequest>>>(queryKey, list => {
      if (!list) return list
      const { pages, total } = applyActions(recordsOf(list), [done], keepsClosed(queryKey))
      const changed = (page: CountedPage<BloodRequest>, at: number) => ({
        ...page,
        records: pages[at] ?? [],
        total: page.total === null ? null : total,
      })
      return { ...list, pages: list.pages.map(changed) }
    })
  }
}
