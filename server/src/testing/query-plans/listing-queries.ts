import { samples } from '../test-scope.ts'

type Query = Record<string, string>

/** Columns to filter by, each with values to try. */
export type Filters = Record<string, readonly string[]>

type Listing = { sorts: readonly string[]; filters: Filters; searches: string[] }

/**
 * The gate tries every sixth filter in an order, and every 48th combination of a filter with another one or with a
 * text, because they are most of the queries and their plans seldom change independently.
 */
const EVERY_NTH_FILTER = samples({ gate: 6, all: 1 })
const EVERY_NTH_COMBINATION = samples({ gate: 48, all: 1 })

/**
 * Queries of an admin list. `paged`: every sort in both orders, and with every filter. `others`: every two filters,
 * every text, and a text with a filter. Three filters would give fewer rows from the same indexes as two.
 */
export function listingQueries({ sorts, filters, searches }: Listing): { paged: Query[]; others: Query[] } {
  const single = Object.entries(filters).flatMap(([name, values]) => values.map(value => ({ [name]: value })))
  const pairs = single.flatMap((one, at) =>
    single.slice(at + 1).flatMap(other => (isSameName(one, other) ? [] : [{ ...one, ...other }])),
  )
  const every = <T>(nth: number, queries: T[]) => queries.filter((_, at) => at % nth === 0)
  const texts = searches.map(search => ({ search }))
  const filteredTexts = single.map(filter => ({ ...texts[0], ...filter }))
  const sorted = (queries: Query[], order: string) =>
    sorts.flatMap(sort => queries.map(query => ({ ...query, sort, order })))
  return {
    paged: [
      ...sorted([{}], 'asc'),
      ...sorted([{}], 'desc'),
      ...every(EVERY_NTH_FILTER, sorted(single, 'desc')),
    ],
    others: [
      ...sorted(every(EVERY_NTH_COMBINATION, pairs), 'asc'),
      ...sorted(texts, 'desc'),
      ...every(EVERY_NTH_COMBINATION, sorted(filteredTexts, 'desc')),
    ],
  }
}

const isSameName = (one: Query, other: Query) => Object.keys(one)[0] === Object.keys(other)[0]
