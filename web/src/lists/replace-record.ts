import type { Page } from '@blood-bank/contract/paging'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Replaces a changed record in every cached list under the key, so that nothing has to be fetched again. The record keeps
 * its place even if it no longer matches a filter: the person may want to undo the change.
 */
export async function replaceRecord<T extends { id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  record: T,
) {
  // A pending response may still contain the old state.
  await client.cancelQueries({ queryKey })
  client.setQueriesData<InfiniteData<Page<T>>>({ queryKey }, list => list && withRecord(list, record))
}

const withRecord = <T extends { id: string }>(list: InfiniteData<Page<T>>, record: T) => ({
  ...list,
  pages: list.pages.map(page => ({
    ...page,
    records: page.records.map(other => (other.id === record.id ? record : other)),
  })),
})
