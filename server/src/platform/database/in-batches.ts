import { tooBusy } from './too-busy.ts'

type Asked<Key, Found> = {
  key: Key
  resolve: (found: Found | Promise<Found>) => void
  reject: (error: unknown) => void
}

/**
 * Asks the database for many at once: one statement is under way at a time, and whoever comes meanwhile is asked for by
 * the next one, all together. So each answer is from after its question, and the database is asked the less the more
 * come. When a statement fails, those who wait fail with it: a database that is away should not be waited for twice.
 * @param mostWaiting how many may wait; whoever comes then is told at once to come back
 */
export function inBatches<Key, Found>(
  askFor: (keys: Key[]) => Promise<(key: Key) => Found | Promise<Found>>,
  { mostWaiting = Number.POSITIVE_INFINITY } = {},
): (key: Key) => Promise<Found> {
  let waiting: Asked<Key, Found>[] = []
  let isUnderWay = false

  const takeWaiting = () => {
    const all = waiting
    waiting = []
    return all
  }

  const begin = () => {
    isUnderWay = true
    // Whoever's call has come with the same turn of the event loop is among them.
    setImmediate(ask)
  }

  const ask = async () => {
    const asked = takeWaiting()
    try {
      const find = await askFor(asked.map(({ key }) => key))
      for (const { key, resolve } of asked) resolve(find(key))
    } catch (error) {
      for (const { reject } of [...asked, ...takeWaiting()]) reject(error)
    }
    isUnderWay = false
    if (waiting.length > 0) begin()
  }

  return key =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting) return reject(tooBusy())
      waiting.push({ key, resolve, reject })
      if (!isUnderWay) begin()
    })
}
