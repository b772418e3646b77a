/** One record of a list and several, in small letters: `['donor', 'donors']`. */
export type Noun = readonly [string, string]

type List = { data: { pages: unknown[][]; total: number } | undefined; isFetchNextPageError: boolean }

/**
 * How many records a list has in all, which stays the same while pages come: a screen reader says it once. When the
 * rest cannot be fetched it also says how many are there.
 */
export function lengthOf({ data, isFetchNextPageError }: List, noun: Noun): string {
  const { pages = [], total = 0 } = data ?? {}
  const loaded = pages.reduce((sum, page) => sum + page.length, 0)
  return isFetchNextPageError ? `${counted(total, noun)}, ${formatted(loaded)} loaded` : counted(total, noun)
}

const counted = (count: number, [one, several]: Noun) => `${formatted(count)} ${count === 1 ? one : several}`

const formatted = (count: number) => count.toLocaleString('en-US')
