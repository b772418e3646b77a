import type { WorkerEvents, WorkerPool } from 'graphile-worker'
import type pg from 'pg'
import { breakConnection } from '../database/pool-client.ts'

/** How often the server looks for jobs while it cannot listen. The library waits up to a minute between its attempts. */
const LOOK_MS = 500

type Options = {
  /** How often the connection is checked, and how long it may take to answer, in milliseconds. */
  checkMs: number
  /** How many workers look for jobs at once. */
  concurrency: number
}

/**
 * Checks the connection that announces new jobs. A connection that goes silent without being closed announces nothing,
 * and neither does one that a connection pooler has given to somebody else; the library notices neither. Such a connection
 * is broken, so that the library opens another. Jobs that were not announced meanwhile are fetched at once.
 */
export function superviseListening(events: WorkerEvents, { checkMs, concurrency }: Options): void {
  let timer: NodeJS.Timeout | undefined

  events.on('pool:listen:success', ({ client, workerPool }) => {
    clearTimeout(timer)
    let isFirst = true
    const check = async () => {
      const checked = timer
      const isListening = await isStillListening(client, checkMs)
      if (timer !== checked) return
      if (!isListening) return breakConnection(client, new Error('Connection terminated: it does not listen'))
      if (isFirst) lookForJobs(workerPool, concurrency)
      isFirst = false
      timer = setTimeout(check, checkMs)
    }
    // The library listens after this event.
    timer = setTimeout(check, 0)
  })
  events.on('pool:listen:error', ({ workerPool }) => {
    clearTimeout(timer)
    timer = setInterval(() => lookForJobs(workerPool, concurrency), LOOK_MS)
  })
  events.on('pool:listen:release', () => clearTimeout(timer))
  events.on('pool:release', () => clearTimeout(timer))
}

/** Wakes workers. The library throws when one of them is just ending; then all are started again, and look by themselves. */
function lookForJobs(workerPool: WorkerPool, concurrency: number) {
  try {
    workerPool.nudge(concurrency)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_ASSERTION') throw error
  }
}

async function isStillListening(client: pg.PoolClient, timeoutMs: number) {
  try {
    const check = { text: 'select from pg_listening_channels()', query_timeout: timeoutMs }
    return ((await client.query(check)).rowCount ?? 0) > 0
  } catch {
    return false
  }
}
