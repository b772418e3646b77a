import type { Page } from '@blood-bank/contract/paging'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Replaces changed records in every cached list under the key, so that nothing has to be fetched again. They keep their
 * places even if they no longer match a filter: the person may want to undo the change.
 */
export async function replaceRecords<T extends { id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  records: T[],
) {
  // A pending response may still contain the old state.
  await client.cancelQueries({ queryKey })
  const changed = new Map(records.map(record => [record.id, record]))
  client.setQueriesData<InfiniteData<Page<T>>>({ queryKey }, list => list && withRecords(list, changed))
}

const withRecords = <T extends { id: string }>(list: InfiniteData<Page<T>>, changed: Map<string, T>) => ({
  ...list,
  pages: list.pages.map(page => ({
    ...page,
    records: page.records.map(record => changed.get(record.id) ?? record),
  })),
})
