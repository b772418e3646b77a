type Waiting<Key, Result> = {
  key: Key
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Batches lookups of many calls into one statement. One batch runs at a time; the keys that arrive meanwhile
 * form the next one. Each result is therefore read after its call was made, and the number of statements per call falls
 * as the load grows. When a batch fails, the callers in the queue fail as well, so that no caller waits for two timeouts
 * of an unavailable database.
 * @param runBatch returns one result for each key, in the order of the keys
 * @returns the function for one key
 */
export function createBatcher<Key, Result>(
  runBatch: (keys: Key[]) => Promise<Result[]>,
): (key: Key) => Promise<Result> {
  let waiting: Waiting<Key, Result>[] = []
  let isUnderWay = false

  const takeWaiting = () => {
    const all = waiting
    waiting = []
    return all
  }

  const beginBatch = () => {
    isUnderWay = true
    // Calls of the same turn of the event loop join the batch.
    setImmediate(settleBatch)
  }

  const settleBatch = async () => {
    const batch = takeWaiting()
    try {
      const results = await runBatch(batch.map(({ key }) => key))
      if (results.length !== batch.length) throw new Error('A batch must return one result for each key.')
      for (const [place, { resolve }] of batch.entries()) resolve(results[place] as Result)
    } catch (error) {
      for (const { reject } of [...batch, ...takeWaiting()]) reject(error)
    }
    isUnderWay = false
    if (waiting.length > 0) beginBatch()
  }

  return key =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isUnderWay) beginBatch()
    })
}
