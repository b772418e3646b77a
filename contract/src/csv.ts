/** One line of a table; a null is an empty cell. */
export type CsvRow<Heading extends string> = Record<Heading, string | number | null>

/** A table that is sent as it is read: its name without the ending, how many records it has, its rows by the page. */
export type CsvFile<Heading extends string = string> = {
  name: string
  count: number
  pages: AsyncIterable<CsvRow<Heading>[]>
}

/** The header that tells how many records a table has, so that its way can be followed. */
export const RECORD_COUNT_HEADER = 'x-record-count'
