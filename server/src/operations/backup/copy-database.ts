import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CopyDatabase } from '@blood-bank/postgres-local/upgrade-cluster'
import type pg from 'pg'
import { type Address, createPool } from '../../platform/database/connection.ts'
import { formatCounts } from './format.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

/**
 * Copies the database of an earlier major version of PostgreSQL into an empty one of this version, by a backup that also
 * has what backups leave out, such as sessions: this is the same installation, and nobody has to sign in again.
 * @throws unless every row has arrived
 */
export const copyDatabase: CopyDatabase = async ({ from, to, folder }) =>
  withPool(from, async source => {
    if (await isEmpty(source)) return 'it was empty'
    const file = join(folder, 'rows.gz')
    const written = await writeBackup(source, file, { hasEverything: true })
    await withPool(to, async target => {
      const read = await restoreBackup(target, file, { hasEverything: true })
      for (const [table, count] of Object.entries(written))
        if (read[table] !== count)
          throw new Error(`Of ${table}, ${read[table]} of ${count} rows were copied.`)
      await copyOtherJobs(source, target)
    })
    await rm(file)
    return formatCounts(written)
  })

/** An installation that was killed before its first migration has no tables. */
async function isEmpty(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isEmpty: boolean }>(
    `select to_regclass('public.kysely_migration') is null as "isEmpty"`,
  )
  return rows[0]?.isEmpty ?? true
}

/** Emails are part of a backup. Other background jobs, such as notifications, are given to the new database anew. */
async function copyOtherJobs(source: pg.Pool, target: pg.Pool): Promise<void> {
  const { rows } = await source.query(`
    select tasks.identifier, jobs.payload, queues.queue_name, jobs.run_at, jobs.max_attempts, jobs.key, jobs.priority
      from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      left join graphile_worker._private_job_queues queues on queues.id = jobs.job_queue_id
     where payload->>'recipient' is null and jobs.attempts < jobs.max_attempts
     order by jobs.id`)
  for (const { identifier, payload, queue_name, run_at, max_attempts, key, priority } of rows)
    await target.query(
      `select from graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => $4, max_attempts => $5,
                                           job_key => $6, priority => $7)`,
      [identifier, JSON.stringify(payload), queue_name, run_at, max_attempts, key, priority],
    )
}

async function withPool<T>(address: Address, act: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = createPool(address, () => {}, { hasTimeouts: false })
  try {
    return await act(pool)
  } finally {
    await pool.end()
  }
}
