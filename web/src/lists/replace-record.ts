import type { Page } from '@blood-bank/contract/paging'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Puts a changed record in the place of what it was, in every fetched list under the key, so that nothing needs
 * to be fetched again. Its place stays, too, even if a filter would not find it any more: the person who changed
 * it may want to change it back.
 */
export async function replaceRecord<T extends { id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  record: T,
) {
  // An answer on its way may still say what was before.
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
