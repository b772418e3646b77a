type Asked<Key, Found> = { key: Key; resolve: (found: Found) => void; reject: (error: unknown) => void }

/**
 * Reads for many at once: one reading is under way at a time, and whoever asks meanwhile is read for by the next one,
 * all together. So each answer is from after its question, and the database is asked the less the more ask.
 * When a reading fails, those who wait fail with it: a database that is away should not be waited for twice.
 */
export function inBatches<Key, Found>(
  readFor: (keys: Key[]) => Promise<(key: Key) => Found>,
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
    setImmediate(read)
  }

  const read = async () => {
    const asked = takeWaiting()
    try {
      const find = await readFor(asked.map(({ key }) => key))
      for (const { key, resolve } of asked) resolve(find(key))
    } catch (error) {
      for (const { reject } of [...asked, ...takeWaiting()]) reject(error)
    }
    isUnderWay = false
    if (waiting.length > 0) begin()
  }

  return key =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isUnderWay) begin()
    })
}
