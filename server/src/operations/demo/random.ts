export type Random = ReturnType<typeof createRandom>

/**
 * Creates a seeded random generator: one seed gives the same values on every machine. It is SplitMix32: a counter that is
 * incremented by the golden ratio and mixed.
 */
export function createRandom(seed: number) {
  let counter = seed

  /** From 0 up to, but not including, 1. */
  function share() {
    counter = (counter + 0x9e3779b9) | 0
    let mixed = Math.imul(counter ^ (counter >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }

  /** A whole number from `min` to `max`, inclusive. */
  const whole = (min: number, max: number) => min + Math.floor(share() * (max - min + 1))

  const digits = (count: number, base = 10) =>
    Array.from({ length: count }, () => whole(0, base - 1).toString(base)).join('')
  const hex = (count: number) => digits(count, 16)

  return {
    share,
    whole,
    chance: (probability: number) => share() < probability,
    digits: (count: number) => digits(count),
    /** Of version 4. */
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,

    pick<T>(list: readonly T[]): T {
      const picked = list[whole(0, list.length - 1)]
      if (picked === undefined) throw new Error('cannot pick from an empty list')
      return picked
    },

    /** One of the keys, with a probability proportional to its weight. */
    weighted<K extends string>(weights: Record<K, number>): K {
      const entries = Object.entries(weights) as [K, number][]
      let left = share() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        left -= weight
        if (left < 0) return key
      }
      throw new Error('no weight is above zero')
    },
  }
}
