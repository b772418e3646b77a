import { readdir } from 'node:fs/promises'
import { type Migration, Migrator } from 'kysely'
import type pg from 'pg'
import { createDatabase } from '../../platform/database/connection.ts'
import { installJobs } from '../../platform/jobs/install.ts'
import { preparePostgres } from './supported-postgres.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/**
 * Migrates the tables: forward only, each migration once, all in one transaction under the migrator's lock, so that
 * servers that start at the same time do not interfere.
 * @param pool connected as the owner of the tables
 * @param last the migration to stop after; by default the latest
 * @throws when PostgreSQL is too old, a newer version has migrated the database, a migration fails or `last` is unknown; all changes are rolled back
 */
export async function migrate(pool: pg.Pool, last?: string): Promise<void> {
  const db = createDatabase(pool)
  await preparePostgres(db)
  await installJobs(pool)
  const migrator = new Migrator({ db, provider: { getMigrations } })
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (isMigratedByNewerVersion(error))
    throw new Error(
      'The database was migrated by a newer version of this program. Start that version. To go back to this one, restore a backup into an empty database.',
      { cause: error },
    )
  if (error) throw error
}

const isMigratedByNewerVersion = (error: unknown) =>
  error instanceof Error &&
  error.message.includes('previously executed migration ') &&
  error.message.includes(' is missing')

/** Whether this version of the program has a migration. */
export const isKnownMigration = async (name: string) => name in (await getMigrations())

/** All migrations by name. One is loaded when it runs: a server whose database is up to date loads none of them. */
async function getMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(FOLDER)).filter(name => name.endsWith('.ts')).sort()
  const load = (name: string): Promise<Migration> => import(new URL(name, FOLDER).href)
  return Object.fromEntries(
    names.map(name => [name.replace(/\.ts$/, ''), { up: async db => (await load(name)).up(db) }]),
  )
}
