import { queueFullRefusal } from './queue-limit.ts'

type Waiting<Key, Result> = {
  key: Key
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Batches questions to the database: one batch is under way at a time, and the keys that arrive meanwhile form the next
 * one. So each result is read after its question was asked, and the more callers there are, the fewer statements each of
 * them costs. When a batch fails, the callers that wait behind it fail, too: nobody should wait twice for a database that
 * is away.
 * @param runBatch gives one result for each key, in the order of the keys
 * @param maxWaiting how many callers may wait; one more is refused at once
 * @returns asks for one key and gives its result
 */
export function createBatcher<Key, Result>(
  runBatch: (keys: Key[]) => Promise<Result[]>,
  { maxWaiting = Number.POSITIVE_INFINITY } = {},
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
    // Calls that arrived in the same turn of the event loop belong to the batch, too.
    setImmediate(settleBatch)
  }

  const settleBatch = async () => {
    const batch = takeWaiting()
    try {
      const results = await runBatch(batch.map(({ key }) => key))
      if (results.length !== batch.length) throw new Error('A batch gives one result for each key.')
      for (const [place, { resolve }] of batch.entries()) resolve(results[place] as Result)
    } catch (error) {
      for (const { reject } of [...batch, ...takeWaiting()]) reject(error)
    }
    isUnderWay = false
    if (waiting.length > 0) beginBatch()
  }

  return key =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) return reject(queueFullRefusal())
      waiting.push({ key, resolve, reject })
      if (!isUnderWay) beginBatch()
    })
}
