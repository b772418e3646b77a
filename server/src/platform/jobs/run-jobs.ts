import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CronItem,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { type Address, createPool } from '../database/connection.ts'
import { type JobLog, jobLogger } from './logger.ts'

type Options = {
  address: Address
  /** The function of each kind of job. It logs its own errors. */
  tasks: TaskList
  schedule: CronItem[]
  log: JobLog
}

/** The number of jobs that one server runs at the same time. */
const CONCURRENCY = 5

/** New jobs are announced by NOTIFY. Polling finds retries, and jobs whose notification a failover or a pooler has lost. */
const POLL_MS = 500

/** How often the server looks for jobs that another has lost. */
const UNLOCK_MS = 10_000

/**
 * A job stays locked when its server is killed, and when a server never learns which job it got because the connection broke
 * meanwhile. The library runs both again after four hours, here they run within a minute: a worker that has held a job for
 * 45 seconds is taken for dead, as emails and notifications time out sooner. A longer housekeeping may run twice.
 */
const UNLOCK_LOST_JOBS = `
  select graphile_worker.force_unlock_workers(array(
    select locked_by from graphile_worker.jobs where locked_at < now() - interval '45 seconds'))`

const FETCH_DELAY_MS = 1

const RESTART_MS = 1_000

/**
 * One connection listens, the other fetches and completes jobs. They are not taken from the pool of the calls: while that
 * pool is full, a finished job could not be completed and would run again.
 */
const CONNECTIONS = 2

/** Runs background jobs until it is stopped. Several servers can share the jobs of one database. */
export function startJobs({ address, tasks, schedule, log }: Options): { stop: () => Promise<void> } {
  const pool = createPool(address, error => log.warn({ reason: error.message }, 'idle connection lost'), {
    connections: CONNECTIONS,
  })
  const stopping = new AbortController()
  let runner: Runner | null = null

  const runUntilItEnds = async () => {
    const events: WorkerEvents = new EventEmitter()
    let hasLooked = false
    let completion: Promise<null> | null = null
    events.on('job:complete', () => {
      completion = pause(FETCH_DELAY_MS, null)
    })
    for (const event of ['job:start', 'worker:getJob:empty'] as const)
      events.on(event, () => {
        hasLooked = true
      })
    // If the library's first query fails, it caches that failure and never fetches a job: start it again.
    events.on('worker:getJob:error', () => {
      if (!hasLooked) runner?.stop().catch(() => {})
    })
    const ended = once(events, 'pool:release')
    runner = await run({
      pgPool: pool,
      taskList: tasks,
      parsedCronItems: parseCronItems(schedule),
      concurrency: CONCURRENCY,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      logger: jobLogger(log),
      events,
      // A worker fetches its next job before the last one is completed. It would find the queue of that job locked and
      // sleep until the next poll. After this pause the completion is first in line for the connection that both use.
      forbiddenFlags: () => completion,
      // Without batches, an error while a job is completed is an unhandled rejection and ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
    if (stopping.signal.aborted) await runner.stop()
    await ended
  }

  const supervise = async () => {
    let isFailing = false
    while (!stopping.signal.aborted) {
      try {
        await runUntilItEnds()
        isFailing = false
      } catch (error) {
        // Logged once per outage of the database.
        if (!isFailing) log.warn({ reason: String(error) }, 'background jobs cannot be run')
        isFailing = true
      }
      runner = null
      await pause(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const supervising = supervise()
  // An outage is logged above.
  const unlock = () => pool.query(UNLOCK_LOST_JOBS).catch(() => {})
  unlock()
  const unlocking = setInterval(unlock, UNLOCK_MS)

  return {
    /** Waits until the running jobs have ended, and any that are just being fetched. Fetches no others. */
    async stop(): Promise<void> {
      stopping.abort()
      await runner?.stop().catch(() => {})
      clearInterval(unlocking)
      await supervising
      await pool.end()
    },
  }
}
