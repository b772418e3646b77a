import { readdir, readFile } from 'node:fs/promises'
import { Logger, runMigrations } from 'graphile-worker'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import type pg from 'pg'
import { createDatabase } from '../../platform/database/connection.ts'
import { preparePostgres } from './supported-postgres.ts'

/** `README.md` says how to add one. */
const FOLDER = new URL('./migrations/', import.meta.url)

/** The numbers of the migrations begin here; those of versions before 1.0 were lower. */
const FIRST_NUMBER = '0101'

const NEWER =
  'The database was migrated by a newer version of this program. Start that version. To go back to this one, restore a backup into an empty database.'
const OLDER =
  'The database is of a version before 1.0, from which this version cannot migrate. Start version 1.0.0 on it once, then this version.'

/**
 * Migrates the tables: forward only, each migration once, all in one transaction under the migrator's lock, so that
 * servers that start at the same time do not interfere.
 * @param pool connected as the owner of the tables
 * @param last the migration to stop after; by default the latest
 * @throws when PostgreSQL is too old, the database is of a newer version or of one before 1.0, a migration fails or `last`
 * is unknown; all changes are rolled back
 */
export async function migrate(pool: pg.Pool, last?: string): Promise<void> {
  const db = createDatabase(pool)
  await requireKnown(await listExecuted(pool))
  await preparePostgres(db)
  // The tables of the jobs. Throws when a newer version of the library has made an incompatible change.
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
  const migrator = new Migrator({ db, provider: { getMigrations: listMigrations } })
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error) throw error
}

/**
 * For commands, which migrate nothing: a backup before an upgrade would then be of the new version already, and without a
 * way back.
 * @throws when the database does not have the tables of this version
 */
export async function requireMigrated(pool: pg.Pool): Promise<void> {
  const executed = await listExecuted(pool)
  if (executed.length === 0)
    throw new Error('The database is empty. Start the server once, which creates its tables.')
  await requireKnown(executed)
  if (Object.keys(await listMigrations()).some(name => !executed.includes(name)))
    throw new Error(
      'The database is of an earlier version of this program. Use that version for a backup before the upgrade. For anything else, start this one first, which migrates the database.',
    )
}

async function requireKnown(executed: string[]): Promise<void> {
  const origin = await findOrigin(executed)
  if (origin !== 'this') throw new Error(origin === 'newer' ? NEWER : OLDER)
}

/**
 * Which version migrated a database or made a backup, by the names of some of its migrations: one whose migrations this one
 * has, a newer one, or one before 1.0.
 */
export async function findOrigin(names: string[]): Promise<'this' | 'newer' | 'older'> {
  const latest = names.toSorted().at(-1)
  if (latest === undefined) return 'this'
  if (latest < FIRST_NUMBER) return 'older'
  const known = await listMigrations()
  return names.every(name => name in known) ? 'this' : 'newer'
}

/** The migrations that a database has executed. */
export async function listExecuted(database: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows: tables } = await database.query(
    `select where to_regclass('public.kysely_migration') is not null`,
  )
  if (tables.length === 0) return []
  const { rows } = await database.query<{ name: string }>('select name from kysely_migration')
  return rows.map(({ name }) => name)
}

/** All migrations by name. One is read when it runs: a server whose database is up to date reads none of them. */
async function listMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter(file => file.endsWith('.sql')).sort()
  return Object.fromEntries(files.map(file => [file.replace('.sql', ''), { up: db => execute(file, db) }]))
}

async function execute(file: string, db: Kysely<unknown>): Promise<void> {
  await sql.raw(await readFile(new URL(file, FOLDER), 'utf8')).execute(db)
}
