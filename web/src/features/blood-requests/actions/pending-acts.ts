import type { BloodRequest, ClosedStatus } from '@blood-bank/contract/blood-requests'
import type { CountedPage } from '@blood-bank/contract/paging'
import { type InfiniteData, type QueryClient, useMutationState } from '@tanstack/react-query'
import { type Records, recordsOf } from '../../../lists/use-records.ts'
import { BLOOD_REQUESTS, isOfActive } from '../queries.ts'
import type { Act, Asked } from './acts.ts'

/** The key of every act, by which the lists know what is under way. */
export const ACTING = [...BLOOD_REQUESTS, 'acting']

/** What a request becomes by an act; null when it is gone. */
export const STATUS_AFTER: Record<Act, ClosedStatus | null> = {
  fulfil: 'fulfilled',
  cancel: 'cancelled',
  delete: null,
}

/**
 * A list as it is once these acts are done, so that nobody waits to see it. What was fetched stays as it
 * is: whatever comes from the server meanwhile is shown with the acts done to it, and an act that fails is undone by
 * leaving it out.
 */
export const afterActs = <T extends BloodRequest>(list: Records<T>, acts: Asked[], keepsClosed: boolean) =>
  acts.reduce(({ pages, total }, { act, bloodRequest: { id } }) => {
    const isListed = pages.some(page => page.some(other => other.id === id))
    if (!isListed) return { pages, total }
    const status = STATUS_AFTER[act]
    if (status && keepsClosed) return { pages: pages.map(page => withStatus(page, id, status)), total }
    return { pages: pages.map(page => without(page, id)), total: total - 1 }
  }, list)

const withStatus = <T extends BloodRequest>(page: T[], id: string, status: ClosedStatus) =>
  page.some(other => other.id === id)
    ? page.map(other => (other.id === id ? { ...other, status } : other))
    : page

const without = <T extends BloodRequest>(page: T[], id: string) =>
  page.some(other => other.id === id) ? page.filter(other => other.id !== id) : page

/** A fetched list with the acts that are under way done to it. */
export function useActedOn<T extends BloodRequest, L extends { data: Records<T> | undefined }>(
  list: L,
  { keepsClosed }: { keepsClosed: boolean },
): L {
  const acts = useMutationState({
    filters: { mutationKey: ACTING, status: 'pending' },
    select: ({ state }) => state.variables as Asked,
  })
  return acts.length > 0 && list.data ? { ...list, data: afterActs(list.data, acts, keepsClosed) } : list
}

/** Does an act, which the server has done, to all that was fetched. */
export async function keepAct(client: QueryClient, asked: Asked) {
  // An answer on its way may still say what was before.
  await client.cancelQueries({ queryKey: BLOOD_REQUESTS })
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: BLOOD_REQUESTS })) {
    client.setQueryData<InfiniteData<CountedPage<BloodRequest>>>(queryKey, list => {
      if (!list) return list
      const { pages, total } = afterActs(recordsOf(list), [asked], !isOfActive(queryKey))
      const changed = (page: CountedPage<BloodRequest>, at: number) => ({
        ...page,
        records: pages[at] ?? [],
        total: page.total === null ? null : total,
      })
      return { ...list, pages: list.pages.map(changed) }
    })
  }
}
