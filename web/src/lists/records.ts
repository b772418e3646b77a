import type { CountedPage, Page } from '@blood-bank/contract/paging'
import type { InfiniteData } from '@tanstack/react-query'

/** The fetched records of a list by page, and the total number of records. */
export type Records<T> = { pages: T[][]; total: number }

/** How many records the pages have. */
export const countLoaded = (pages: unknown[][]) => pages.reduce((sum, page) => sum + page.length, 0)

/** The pages with only the first `count` of their records. Whole pages stay the same arrays. */
export function firstOf<T>(pages: T[][], count: number): T[][] {
  let left = count
  const first: T[][] = []
  for (const page of pages) {
    if (left <= 0) break
    first.push(page.length <= left ? page : page.slice(0, left))
    left -= page.length
  }
  return first
}

/** The records of fetched pages. Once all pages are loaded the total is counted here: the first page's may be outdated. */
export function recordsOf<T>({ pages }: InfiniteData<Page<T> | CountedPage<T>>): Records<T> {
  const records = pages.map(page => page.records)
  const loaded = countLoaded(records)
  const [first] = pages
  const counted = first && 'total' in first ? (first.total ?? 0) : 0
  const isWhole = pages.at(-1)?.next === null
  return { pages: records, total: isWhole ? loaded : Math.max(counted, loaded) }
}
