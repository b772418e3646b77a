/** Singular and plural of a list's records, in lower case: `['donor', 'donors']`. */
export type Noun = readonly [string, string]

type List = { data: { pages: unknown[][]; total: number } | undefined; isFetchNextPageError: boolean }

/**
 * The total number of records of a list. It doesn't change while pages load, so that screen readers announce it once.
 * When a following page fails to load it also says how many are loaded.
 */
export function describeLength({ data, isFetchNextPageError }: List, noun: Noun): string {
  const { pages = [], total = 0 } = data ?? {}
  const loaded = pages.reduce((sum, page) => sum + page.length, 0)
  return isFetchNextPageError ? `${counted(total, noun)}, ${formatted(loaded)} loaded` : counted(total, noun)
}

const counted = (count: number, [one, several]: Noun) => `${formatted(count)} ${count === 1 ? one : several}`

const formatted = (count: number) => count.toLocaleString('en-US')
