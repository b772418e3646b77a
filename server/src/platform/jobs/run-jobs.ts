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
import { startHeartbeat } from './heartbeat.ts'
import { superviseListening } from './listening.ts'
import { type JobLog, jobLogger } from './logger.ts'

type Options = {
  address: Address
  /** The function of each kind of job. It logs its own errors. */
  tasks: TaskList
  schedule: CronItem[]
  log: JobLog
  /** How often the server checks that it still hears of new jobs, in milliseconds. */
  checkListeningMs?: number
}

/** The number of jobs that one server runs at the same time. */
const CONCURRENCY = 5

/** New jobs are announced by NOTIFY. Polling finds retries, and jobs whose notification was lost. */
const POLL_MS = 2_000

const CHECK_LISTENING_MS = 2_000

const FETCH_DELAY_MS = 1

const RESTART_MS = 1_000

/**
 * One connection listens, the other fetches and completes jobs. They are not taken from the pool of the calls: while that
 * pool is full, a finished job could not be completed and would run again.
 */
const CONNECTIONS = 2

/** Runs background jobs until it is stopped. Several servers can share the jobs of one database. */
export function startJobs({
  address,
  tasks,
  schedule,
  log,
  checkListeningMs = CHECK_LISTENING_MS,
}: Options): { stop: () => Promise<void> } {
  const pool = createPool(address, error => log.warn({ reason: error.message }, 'idle connection lost'), {
    connections: CONNECTIONS,
  })
  const runningJobs = new Set<string>()
  const heartbeat = startHeartbeat(pool, { runningJobs, log })
  const stopping = new AbortController()
  let runner: Runner | null = null

  const runUntilItEnds = async () => {
    const events: WorkerEvents = new EventEmitter()
    let hasLooked = false
    events.on('job:start', ({ job }) => runningJobs.add(job.id))
    let completion: Promise<null> | null = null
    events.on('job:complete', ({ job }) => {
      runningJobs.delete(job.id)
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
    superviseListening(events, { checkMs: checkListeningMs, concurrency: CONCURRENCY })
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

  return {
    /** Waits until the running jobs have ended, and any that are just being fetched. Fetches no others. */
    async stop(): Promise<void> {
      stopping.abort()
      await runner?.stop().catch(() => {})
      await supervising
      await heartbeat.stop()
      await pool.end()
    },
  }
}
