/** The quantile of the values for a share from 0 to 1; NaN if there are none. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

export const median = (values: number[]): number => quantile(values, 0.5)

/** The ratios of two series by round, because a machine that is slow for a while is slow for both. */
export const ratiosOf = (one: number[], other: number[]): number[] =>
  one.flatMap((value, round) => (other[round] === undefined ? [] : [value / other[round]]))

/** The median and the range of values; `–` if there are none. */
export function inWords(values: number[], write: (value: number) => string): string {
  if (values.length === 0) return '–'
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)].map(write)
  return least === most ? `${middle}` : `${middle} (${least}–${most})`
}

/** What a ratio is to reach, as a multiple of the reference. */
export type Goals = { floor: number; goal: number }

/** Whether a ratio to the reference reaches the goal, the floor, or neither; `–` if the reference was not measured. */
export function verdictOf({ floor, goal }: Goals, ratio: number): string {
  if (Number.isNaN(ratio)) return '–'
  if (ratio >= goal) return 'goal'
  return ratio >= floor ? 'floor' : '**neither**'
}

/** A table in Markdown; the first column is text, the others are figures. */
export function tableOf(headings: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const rule = headings.map((_, column) => (column === 0 ? '---' : '---:'))
  return [line(headings), `|${rule.join('|')}|`, ...rows.map(line)].join('\n')
}

/** Returns the values in turn, again and again. */
export function inTurn<T>(values: readonly T[]): () => T {
  let nth = 0
  return () => values[nth++ % values.length] as T
}
