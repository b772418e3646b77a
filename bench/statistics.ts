/** The quantile of the values for a share from 0 to 1; NaN if there are none. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

/** The median and the range of values. */
export type Spread = { median: number; min: number; max: number }

export const spreadOf = (values: number[]): Spread => ({
  median: quantile(values, 0.5),
  min: Math.min(...values),
  max: Math.max(...values),
})

/**
 * The ratio of two series, computed per round, because a machine that is slow for a while is slow for both.
 */
export const ratioOf = (one: number[], other: number[]): Spread =>
  spreadOf(one.flatMap((value, round) => (other[round] === undefined ? [] : [value / other[round]])))
