type Query = Record<string, string>

/** Columns to filter by, each with values to try. */
export type Filters = Record<string, readonly string[]>

type Listing = { sorts: readonly string[]; filters: Filters; searches: string[] }

/**
 * Of the pairs of filters the gate tries one in so many, `npm run test:long` all of them (`QUERY_PLANS=all`): they are
 * most of the queries, and their plans seldom change apart from the others.
 */
const TRIED_PAIRS = process.env.QUERY_PLANS === 'all' ? 1 : 8

/**
 * Queries of an admin list. `paged`: in every order both ways, and with every filter; `others`: with every two filters,
 * with every text, and with a text and a filter. Three filters at once give fewer rows from the same places as two.
 */
export function listingQueries({ sorts, filters, searches }: Listing): { paged: Query[]; others: Query[] } {
  const single = Object.entries(filters).flatMap(([name, values]) => values.map(value => ({ [name]: value })))
  const pairs = single.flatMap((one, at) =>
    single.slice(at + 1).flatMap(other => (isSameName(one, other) ? [] : [{ ...one, ...other }])),
  )
  const triedPairs = pairs.filter((_, at) => at % TRIED_PAIRS === 0)
  const texts = searches.map(search => ({ search }))
  const filteredTexts = single.map(filter => ({ ...texts[0], ...filter }))
  const sorted = (queries: Query[], order: string) =>
    sorts.flatMap(sort => queries.map(query => ({ ...query, sort, order })))
  return {
    paged: [...sorted([{}], 'asc'), ...sorted([{}, ...single], 'desc')],
    others: [...sorted(triedPairs, 'asc'), ...sorted([...texts, ...filteredTexts], 'desc')],
  }
}

const isSameName = (one: Query, other: Query) => Object.keys(one)[0] === Object.keys(other)[0]
