/** The value below which such a share of the values lies; NaN when there are none. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

/** The middle of some values, and how far they lie apart. */
export type Spread = { median: number; least: number; most: number }

export const spreadOf = (values: number[]): Spread => ({
  median: quantile(values, 0.5),
  least: Math.min(...values),
  most: Math.max(...values),
})

/**
 * How many times as fast one is as the other. Each round's two are set against each other, since a machine that is
 * slow for a while is slow for both.
 */
export const ratioOf = (one: number[], other: number[]): Spread =>
  spreadOf(one.flatMap((value, round) => (other[round] === undefined ? [] : [value / other[round]])))
