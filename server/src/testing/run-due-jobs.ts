import { EventEmitter } from 'node:events'
import { runTaskListOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { jobLogger } from '../platform/jobs/run-jobs.ts'

/** Runs all due jobs one after another. @returns how many were run */
export async function runDueJobs(pool: pg.Pool, tasks: TaskList): Promise<number> {
  // The library takes several statements to find that no job is due, as it is when a test looks for the mails of many people.
  const { rowCount } = await pool.query('select from graphile_worker.jobs where run_at <= now() limit 1')
  if (rowCount === 0) return 0
  const client = await pool.connect()
  const events: WorkerEvents = new EventEmitter()
  let count = 0
  events.on('job:start', () => {
    count += 1
  })
  try {
    await runTaskListOnce(
      { noHandleSignals: true, logger: jobLogger({ warn: failOn }), events },
      tasks,
      client,
    )
    return count
  } finally {
    client.release()
  }
}

const failOn = (details: object) => {
  throw new Error(`jobs could not be run: ${JSON.stringify(details)}`)
}
