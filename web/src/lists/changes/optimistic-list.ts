import type { Page } from '@blood-bank/contract/listing'
import {
  type InfiniteData,
  type MutationKey,
  type QueryClient,
  type QueryKey,
  useMutationState,
} from '@tanstack/react-query'
import { countLoaded, type Records, recordsOf } from '../records.ts'

type ById = { id: string }

/** A change of a record: the fields that it changes, null if the record is deleted. */
export type RecordChange<T extends ById> = { record: T; after: Partial<T> | null }

/** What a mutation is called with whose changes its lists show at once. */
export type ChangingVariables<T extends ById> = { changes: readonly RecordChange<T>[] }

/** Whether a list still has a record after a change: a list of active requests loses one that is closed. */
export type Keeps<T> = (after: T) => boolean

const keepsAll = () => true

function applyChanges<T extends ById>(
  list: Records<T>,
  changes: readonly RecordChange<T>[],
  keeps: Keeps<T>,
): Records<T> {
  return changes.reduce(({ pages, total }, { record, after }) => {
    const holds = (page: T[]) => page.some(({ id }) => id === record.id)
    if (!pages.some(holds)) return { pages, total }
    const changed = (other: T) => {
      if (other.id !== record.id) return [other]
      const next = after && { ...other, ...after }
      return next && keeps(next) ? [next] : []
    }
    // A page without the record stays the same array, so that it is not rendered again.
    const next = pages.map(page => (holds(page) ? page.flatMap(changed) : page))
    return { pages: next, total: total + countLoaded(next) - countLoaded(pages) }
  }, list)
}

/**
 * A list as it will be once the pending mutations with the key have succeeded. The cached list stays unchanged: a reply that
 * arrives meanwhile is shown with the changes applied, and a failed change is undone by no longer applying it.
 */
export function useOptimisticList<T extends ById, L extends { data: Records<T> | undefined }>(
  list: L,
  mutationKey: MutationKey,
  keeps: Keeps<T> = keepsAll,
): L {
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as ChangingVariables<T>,
  })
  if (pending.length === 0 || !list.data) return list
  const changes = pending.flatMap(variables => variables.changes)
  return { ...list, data: { ...list.data, ...applyChanges(list.data, changes, keeps) } }
}

/**
 * Applies what the server has changed to every cached list under the key, before its mutation is no longer pending.
 * @param keepsOf tells for the key of a list what it keeps
 */
export async function changeCachedLists<T extends ById>(
  client: QueryClient,
  queryKey: QueryKey,
  changes: readonly RecordChange<T>[],
  keepsOf: (queryKey: QueryKey) => Keeps<T> = () => keepsAll,
): Promise<void> {
  // A pending response may still contain the old state.
  await client.cancelQueries({ queryKey })
  for (const { queryKey: key } of client.getQueryCache().findAll({ queryKey }))
    client.setQueryData<InfiniteData<Page<T> & { total?: number | null }>>(key, list => {
      if (!list) return list
      const { pages, total } = applyChanges(recordsOf(list), changes, keepsOf(key))
      return {
        ...list,
        pages: list.pages.map((page, at) => ({
          ...page,
          records: pages[at] ?? [],
          ...(page.total == null ? {} : { total }),
        })),
      }
    })
}
