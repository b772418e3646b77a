import type { CountedPage } from '@blood-bank/contract/paging'
import {
  type InfiniteData,
  type MutationKey,
  type QueryClient,
  type QueryKey,
  useMutationState,
} from '@tanstack/react-query'
import { type Records, recordsOf } from '../records.ts'

type ById = { id: string }

/** A change of a record: how it will be, null if it will be deleted. */
export type RecordChange<T> = { record: T; after: T | null }

/** A list with changes applied. */
function applyChanges<T extends ById>(list: Records<T>, changes: readonly RecordChange<T>[]): Records<T> {
  return changes.reduce(({ pages, total }, { record, after }) => {
    const isListed = pages.some(page => page.some(({ id }) => id === record.id))
    if (!isListed) return { pages, total }
    const changed = pages.map(page =>
      page.flatMap(other => (other.id !== record.id ? [other] : after ? [after] : [])),
    )
    return { pages: changed, total: after ? total : total - 1 }
  }, list)
}

/**
 * A list with the pending changes applied, so that their effect is visible before the server has replied. The cached list
 * stays unchanged, so that a failed change is undone by no longer applying it.
 */
export function useWithPendingChanges<T extends ById, L extends { data: Records<T> | undefined }>(
  list: L,
  mutationKey: MutationKey,
): L {
  const changes = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as RecordChange<T>,
  })
  return changes.length > 0 && list.data ? { ...list, data: applyChanges(list.data, changes) } : list
}

/** Applies a change that the server has made to the cached list. */
export async function applyToCachedList<T extends ById>(
  client: QueryClient,
  queryKey: QueryKey,
  change: RecordChange<T>,
) {
  // A pending response may still contain the old state.
  await client.cancelQueries({ queryKey })
  client.setQueryData<InfiniteData<CountedPage<T>>>(queryKey, list => {
    if (!list) return list
    const { pages, total } = applyChanges(recordsOf(list), [change])
    return {
      ...list,
      pages: list.pages.map((page, at) => ({
        ...page,
        records: pages[at] ?? [],
        total: page.total === null ? null : total,
      })),
    }
  })
}
