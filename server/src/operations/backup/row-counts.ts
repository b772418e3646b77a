/** The number of rows of each table. */
export type RowCounts = Record<string, number>

export const hasSameCounts = (one: RowCounts, other: RowCounts) => sortedJson(one) === sortedJson(other)

const sortedJson = (counts: RowCounts) => JSON.stringify(Object.entries(counts).sort())

/** "1,204 rows of 8 tables". */
export function formatCounts(counts: RowCounts): string {
  const numbers = Object.values(counts)
  const rows = numbers.reduce((sum, count) => sum + count, 0)
  return `${rows.toLocaleString('en-US')} rows of ${numbers.length} tables`
}
