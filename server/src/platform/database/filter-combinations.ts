type FilterValue = string | boolean

/** The columns that a list can be filtered by, each with all of its possible values. */
export type Filters = Record<string, readonly FilterValue[]>

/** One value for each of some filter columns. */
export type FilterValues = Record<string, FilterValue>

/**
 * The combinations of filter values whose union is a filtered list. In each combination every filter column has exactly
 * one value, so an index that begins with these columns returns its records in the requested order, and a page is read
 * from its first row. Without this, PostgreSQL would read and discard thousands of rows that an unset filter lets through.
 * Each sort order has such an index for each set of filters.
 * @param given the filters that are set; undefined columns are not set
 * @param sortColumn the filter column that the list is sorted by; one index returns its values in order
 * @returns a single empty combination if no filter is set: the list is then read from the index of its sort order
 */
export function filterCombinations(
  filters: Filters,
  given: Record<string, unknown>,
  sortColumn: string | null,
): FilterValues[] {
  const open = Object.entries(filters).filter(
    ([column]) => given[column] === undefined && column !== sortColumn,
  )
  const isFiltered = Object.keys(filters).some(column => given[column] !== undefined)
  if (!isFiltered && sortColumn === null) return [{}]
  return open.reduce<FilterValues[]>(
    (cases, [column, values]) => cases.flatMap(one => values.map(value => ({ ...one, [column]: value }))),
    [{}],
  )
}
