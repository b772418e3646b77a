import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { jobLogger } from './logger.ts'

/**
 * Brings the tables of the background jobs up to date, in a schema of their own. Servers that start at once do not meet.
 * @param pool of the owner of the tables
 * @throws when a newer server has changed them in a way that this one does not understand
 */
export async function installJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: jobLogger({ warn: () => {} }) })
}
