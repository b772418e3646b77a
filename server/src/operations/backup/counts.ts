/** How many rows of each table. */
export type Counts = Record<string, number>

export const isSameCount = (one: Counts, other: Counts) => inOrder(one) === inOrder(other)

const inOrder = (counts: Counts) => JSON.stringify(Object.entries(counts).sort())

/** "1,204 rows of 8 tables". */
export function countInWords(counts: Counts): string {
  const numbers = Object.values(counts)
  const rows = numbers.reduce((sum, count) => sum + count, 0)
  return `${rows.toLocaleString('en-US')} rows of ${numbers.length} tables`
}
