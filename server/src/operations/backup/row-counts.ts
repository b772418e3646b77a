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
