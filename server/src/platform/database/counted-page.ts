import type { CountedPage, Page } from '@blood-bank/contract/paging'

type TotalOptions = {
  /** Where the page begins; the first one begins nowhere. */
  after: string | undefined
  /** Counts the records of the whole list, exactly. */
  count: () => Promise<number>
}

/**
 * Says with the first page of a list how many records the list has. Pages that follow do without, so that a long list is
 * counted once, and a first page that is the whole list needs no counting.
 */
export async function withTotal<Row>(
  page: Page<Row>,
  { after, count }: TotalOptions,
): Promise<CountedPage<Row>> {
  if (after !== undefined) return { ...page, total: null }
  return { ...page, total: page.next === null ? page.records.length : await count() }
}
