import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { jobLogger } from './logger.ts'

/**
 * Runs the library's migrations in the schema `graphile_worker`. Several servers may do so at the same time.
 * @param pool connected as the owner of the tables
 * @throws when a newer version of the library has made an incompatible change
 */
export async function installJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: jobLogger({ warn: () => {} }) })
}
