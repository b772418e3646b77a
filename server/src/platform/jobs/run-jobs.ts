import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CronItem,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { type Address, createPool } from '../database/connection.ts'
import type { WarningLog } from '../http/log.ts'

/**
 * The number of jobs that one server runs at the same time. Whatever else waits, three stay free for alerts and for emails
 * about accounts: at most two send notices, three what strangers cause (`mail/outbox.ts`), and three are texts, codes and housekeeping.
 */
const CONCURRENCY = 11

/** New jobs are announced by NOTIFY. Polling finds retries, and jobs whose notification a failover or a pooler has lost. */
const POLL_MS = 500

/** How often the server looks for jobs that are lost. */
const UNLOCK_MS = 10_000

/**
 * A job stays locked when its server is killed, and when a server never learns which job it got because the connection broke
 * meanwhile. The library runs both again after four hours, here they run within a minute: a server that has held a job for
 * 45 seconds is taken for dead, and all its jobs run again. So each kind of job ends itself before. A server that could not
 * complete a job, because a failover came in between, ends its runner, and unlocks that one's jobs at once ($1): otherwise
 * all mails of the same queue would wait.
 */
const UNLOCK_LOST_JOBS = `
  select graphile_worker.force_unlock_workers($1::text[] || array(
    select locked_by from graphile_worker.jobs where locked_at < now() - interval '45 seconds'))`

const RESTART_MS = 1_000

/**
 * One connection listens, the other fetches and completes jobs. They are not taken from the pool of the calls: while that
 * pool is full, a finished job could not be completed and would run again.
 */
const CONNECTIONS = 2

/**
 * Writes the library's errors to the server's log. Errors of jobs are left out: each job logs its own, because only the
 * job can remove names and addresses from the message.
 */
export const jobLogger = (log: WarningLog): Logger =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error' && !meta?.failure)
      log.warn({ reason: message }, 'an error while running background jobs')
  })

type Options = { address: Address; tasks: TaskList; schedule: CronItem[]; log: WarningLog }

/** Runs background jobs until it is stopped. Several servers can share the jobs of one database. */
export function startJobs({ address, tasks, schedule, log }: Options): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const reportLost = (error: Error) => {
    // A job that does not end in time is still connected when the database is stopped.
    if (!stopping.signal.aborted) log.warn({ reason: error.message }, 'idle connection lost')
  }
  const pool = createPool(address, reportLost, { connections: CONNECTIONS })
  let runner: Runner | null = null
  /** The ids of runners that have ended, whose jobs may still be locked. */
  const endedIds = new Set<string>()

  const runUntilItEnds = async () => {
    const events: WorkerEvents = new EventEmitter()
    events.once('pool:release', ({ workerPool }) => endedIds.add(workerPool.id))
    // If the library's first query fails, it caches that failure and never fetches a job: start it again.
    const restart = () => runner?.stop().catch(() => {})
    events.once('worker:getJob:error', restart)
    for (const event of ['job:start', 'worker:getJob:empty'] as const)
      events.once(event, () => events.off('worker:getJob:error', restart))
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
      // sleep until the next poll. After a millisecond the completion is first in line for the connection that both use.
      forbiddenFlags: () => pause(1, null),
      // Without batches, an error while a job is completed is an unhandled rejection and ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
    if (stopping.signal.aborted) await runner.stop()
    await ended
  }

  const supervise = async () => {
    let isFailing = false
    while (!stopping.signal.aborted) {
      await unlock()
      const error = await runUntilItEnds().catch(error => error)
      // Logged once per outage of the database.
      if (error && !isFailing) log.warn({ reason: String(error) }, 'background jobs cannot be run')
      isFailing = error !== undefined
      runner = null
      await pause(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const unlock = async () => {
    const ids = [...endedIds]
    // `supervise` logs an outage.
    const isDone = await pool.query(UNLOCK_LOST_JOBS, [ids]).catch(() => null)
    if (isDone) for (const id of ids) endedIds.delete(id)
  }
  const supervising = supervise()
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
