/** Singular and plural of what is counted, in lower case: `['donor', 'donors']`. */
export type Noun = readonly [string, string]

/** A whole number with a comma before each three digits: "12,345". The first use of `Intl` takes a phone a tenth of a second. */
export function formatCount(count: number): string {
  let digits = String(count)
  for (let at = digits.length - 3; at > 0; at -= 3) digits = `${digits.slice(0, at)},${digits.slice(at)}`
  return digits
}

/** "1 request", "2 requests". */
export const counted = (count: number, [one, several]: Noun) =>
  `${formatCount(count)} ${count === 1 ? one : several}`
