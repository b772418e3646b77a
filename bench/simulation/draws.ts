import { createRandom, type Random } from '@blood-bank/server/operations/demo/random'

/**
 * Creates the random generator of one purpose, such as one call of one requester. Each purpose has a generator of its own,
 * so that all ways of finding donors are compared with the same people and the same luck.
 */
export function drawsFor(...purpose: (number | string)[]): Random {
  let seed = 0x811c9dc5
  for (const character of purpose.join(' '))
    seed = Math.imul(seed ^ character.charCodeAt(0), 0x01000193) ^ (seed >>> 15)
  return createRandom(seed)
}

/** A time with a lognormal distribution: half of the values are below the median. */
export type Delay = { median: number; sigma: number }

export function drawDelay(draws: Random, { median, sigma }: Delay): number {
  const normal = Math.sqrt(-2 * Math.log(1 - draws.share())) * Math.cos(2 * Math.PI * draws.share())
  return median * Math.exp(sigma * normal)
}

/** The list in random order. */
export const shuffled = <T>(draws: Random, list: readonly T[]): T[] =>
  list
    .map(one => ({ one, rank: draws.share() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one)
