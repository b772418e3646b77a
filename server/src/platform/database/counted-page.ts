import type { CountedPage, Page } from '@blood-bank/contract/paging'

type TotalOptions = {
  /** The cursor of the page; undefined for the first page. */
  after: string | undefined
  /** Counts all records of the list, exactly. */
  count: () => Promise<number>
}

/**
 * Adds the total to the first page of a list. Later pages have no total, so that a long list is counted once. A first
 * page that contains the whole list needs no count.
 */
export async function withTotal<Row>(
  page: Page<Row>,
  { after, count }: TotalOptions,
): Promise<CountedPage<Row>> {
  if (after !== undefined) return { ...page, total: null }
  return { ...page, total: page.next === null ? page.records.length : await count() }
}
