import type { Table } from './tables.ts'

/**
 * A backup is a text that `psql` can also read: a heading comment, for each table a COPY with its rows, and a comment with
 * the number of rows of each table, which a truncated file lacks.
 */
export type Heading = {
  madeAt: string
  migration: string
  /** Of the program that made it. */
  version: string
  /** The SHA-256 of SHA256SUMS of its release, in the backups for tests: whoever changes a sum must be noticed, too. */
  migrationSums?: string
}

const HEADING = '-- University Blood Bank backup, version 1: '
const ENDING = '-- Rows: '

export const NOT_A_BACKUP = 'This file is not a backup of this program.'

/** Ends the rows of a table. */
export const END_OF_ROWS = '\\.'

export const headingLine = (heading: Heading) => `${HEADING}${JSON.stringify(heading)}\n`

export const copyLine = ({ name, columns }: Table) =>
  `COPY "${name}" (${columns.map(column => `"${column}"`).join(', ')}) FROM stdin;\n`

export const endingLine = (counts: Record<string, number>) => `${ENDING}${JSON.stringify(counts)}\n`

/** @throws when the line is not the heading of a backup */
export function readHeading(line: string | undefined): Heading {
  if (!line?.startsWith(HEADING)) throw new Error(NOT_A_BACKUP)
  try {
    return JSON.parse(line.slice(HEADING.length))
  } catch {
    throw new Error(NOT_A_BACKUP)
  }
}

/** The table of a COPY line; null if it is another line. */
export function readCopyLine(line: string): Table | null {
  const [, name, columns] = /^COPY "(\w+)" \((".+")\) FROM stdin;$/.exec(line) ?? []
  if (name === undefined || columns === undefined) return null
  const names = columns.split(', ').map(column => /^"(\w+)"$/.exec(column)?.[1] ?? '')
  return names.includes('') ? null : { name, columns: names }
}

/** The number of rows of each table; null if the line is not the ending. */
export const readEnding = (line: string): Record<string, number> | null =>
  line.startsWith(ENDING) ? JSON.parse(line.slice(ENDING.length)) : null

/** The number of rows of each table. */
export type RowCounts = Record<string, number>

/**
 * Whether fewer rows were read than were written. Earlier versions sometimes noted 0 rows for a table, when the number
 * arrived after the rows.
 */
export const areRowsMissing = (read: RowCounts, written: RowCounts): boolean =>
  Object.entries(written).some(([table, count]) => (read[table] ?? -1) < count)

/** "1,204 rows of 8 tables". */
export function formatCounts(counts: RowCounts): string {
  const numbers = Object.values(counts)
  const rows = numbers.reduce((sum, count) => sum + count, 0)
  return `${rows.toLocaleString('en-US')} rows of ${numbers.length} tables`
}
