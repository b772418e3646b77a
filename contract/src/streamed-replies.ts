/** One row of a CSV file; null becomes an empty cell. */
export type CsvRow<Heading extends string> = Record<Heading, string | number | null>

/** A CSV file that is streamed: its name without the extension, the number of records, and the rows page by page. */
export type CsvFile<Heading extends string = string> = {
  name: string
  count: number
  pages: AsyncIterable<CsvRow<Heading>[]>
}

/** The header with the number of records of a CSV file, which tells whether all of it has arrived. */
export const RECORD_COUNT_HEADER = 'x-record-count'

/** A JSON object that is sent while it is read: each field is a value, or a list as pages of records. */
export type StreamedJson<T> = {
  [Name in keyof T]: T[Name] | (T[Name] extends readonly (infer R)[] ? AsyncIterable<R[]> : never)
}
