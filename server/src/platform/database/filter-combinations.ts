type FilterValue = string | boolean

/** The columns that a list can be filtered by, each with every value that it can have. */
export type Filters = Record<string, readonly FilterValue[]>

/** What the columns hold in one case. */
export type FilterValues = Record<string, FilterValue>

/**
 * The cases that a filtered list is put together from, so that in each of them every column of the filters has one
 * value. An index that begins with these columns then has the records of a case in the order asked for, and a page is
 * read where it begins: without this, rows that another filter leaves out would be read and thrown away, by the
 * thousand where the filter lets little through. An order has such an index for each set of filters.
 * @param given what is filtered by; columns that are undefined in it are not
 * @param sortColumn the column of the filters that is sorted by: its values come in their order from one index
 * @returns one case of nothing where the list is not filtered, and is read from the index of its order alone
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
