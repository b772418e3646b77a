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
import { type JobLog, jobLogger } from './logger.ts'

type Options = {
  address: Address
  /** What is done for each kind of job. */
  tasks: TaskList
  schedule: CronItem[]
  log: JobLog
}

/** Jobs that run at the same time in one server. */
const CONCURRENCY = 5

/** Wake-ups come by NOTIFY; this is for what was postponed and for notifications that got lost. */
const POLL_MS = 2_000

const COMPLETION_GOES_FIRST_MS = 1

const RESTART_MS = 1_000

/**
 * One connection listens. The other one takes up jobs and completes them: for a job that is done and cannot be completed
 * runs again, they do not stand in the queue of the calls.
 */
const CONNECTIONS = 2

/** Runs background jobs until it is stopped. Several servers share the jobs of one database. */
export function startJobs({ address, tasks, schedule, log }: Options): { stop: () => Promise<void> } {
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
    events.on('job:complete', ({ job }) => runningJobs.delete(job.id))
    for (const event of ['job:start', 'worker:getJob:empty'] as const)
      events.on(event, () => {
        hasLooked = true
      })
    // The library remembers for ever that it could not look up the names of the tasks.
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
      // A worker looks for its next job while the one before is being completed. It would find that one's queue locked, and
      // sleep until the next poll. So it lets the completion go first on the one connection that both of them use.
      forbiddenFlags: () => pause(COMPLETION_GOES_FIRST_MS, null),
      // By default an error while a job is completed would end the process.
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
        // Once for each outage of the database.
        if (!isFailing) log.warn({ reason: String(error) }, 'background jobs cannot be run')
        isFailing = true
      }
      runner = null
      await pause(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const supervising = supervise()

  return {
    /** Finishes what is under way and takes up nothing new. */
    async stop(): Promise<void> {
      stopping.abort()
      await runner?.stop().catch(() => {})
      await supervising
      await heartbeat.stop()
      await pool.end()
    },
  }
}
