/** Singular and plural of a list's records, in lower case: `['donor', 'donors']`. */
export type Noun = readonly [string, string]

type List = { data: { pages: unknown[][]; total: number } | undefined; isFetchNextPageError: boolean }

/**
 * The total number of records of a list. It doesn't change while pages load, so that screen readers announce it once.
 * When a following page fails to load it also says how many are loaded: "50 of 55 donors".
 */
export function describeLength(list: List, noun: Noun): string {
  const total = counted(list.data?.total ?? 0, noun)
  return list.isFetchNextPageError ? `${formatted(loadedOf(list))} of ${total}` : total
}

/** What stands before the total while pages load: "50 of ". Hidden from screen readers, which would announce each page. */
export const describeLoaded = (list: List): string =>
  list.isFetchNextPageError || !list.data || loadedOf(list) === list.data.total
    ? ''
    : `${formatted(loadedOf(list))} of `

const loadedOf = ({ data }: List) => data?.pages.reduce((sum, page) => sum + page.length, 0) ?? 0

/** "1 request", "2 requests". */
export const counted = (count: number, [one, several]: Noun) =>
  `${formatted(count)} ${count === 1 ? one : several}`

const formatted = (count: number) => count.toLocaleString('en-US')
