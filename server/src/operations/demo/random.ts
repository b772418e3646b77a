export type Random = ReturnType<typeof createRandom>

/**
 * Chance that repeats itself: one seed gives the same draws on every machine. SplitMix in its form for 32
 * bits: a counter that goes on by the golden ratio, well stirred.
 */
export function createRandom(seed: number) {
  let counter = seed

  /** From 0 up to, but not including, 1. */
  function share() {
    counter = (counter + 0x9e3779b9) | 0
    let stirred = Math.imul(counter ^ (counter >>> 16), 0x85ebca6b)
    stirred = Math.imul(stirred ^ (stirred >>> 13), 0xc2b2ae35)
    return ((stirred ^ (stirred >>> 16)) >>> 0) / 2 ** 32
  }

  /** A whole number; both ends can come. */
  const whole = (least: number, most: number) => least + Math.floor(share() * (most - least + 1))

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
      if (picked === undefined) throw new Error('there is nothing to pick from')
      return picked
    },

    /** One of the keys, each as often as its weight says. */
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
