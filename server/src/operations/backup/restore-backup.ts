import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { finished, pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { findOrigin, listExecuted, migrate } from '../storage/migrate.ts'
import {
  areRowsMissing,
  END_OF_ROWS,
  NOT_A_BACKUP,
  type RowCounts,
  readCopyLine,
  readEnding,
  readHeading,
} from './format.ts'
import { readTables, type Table } from './tables.ts'

/**
 * Restores a backup into an empty database, also one that was started before, and migrates it: all of it or nothing.
 * @param pool connected as the owner of the tables, without timeouts
 * @throws when the file is not a backup, is damaged or truncated, or was made by a newer version or one before 1.0, or when
 * the database is not empty or in use
 */
export async function restoreBackup(pool: pg.Pool, file: string): Promise<RowCounts> {
  const counts = await restoreRows(pool, file)
  await migrate(pool)
  return counts
}

/** The same without the migrations that the program of the backup did not have. */
export async function restoreRows(pool: pg.Pool, file: string): Promise<RowCounts> {
  const lines = readLines(gunzipFile(file))
  const { value: first } = await lines.next().catch(throwDamaged)
  const { migration } = readHeading(first)
  await requireKnown(migration)
  // The rows are restored into the tables of that version; later migrations then change them.
  await inTransaction(pool, dropEmptyTables)
  await migrate(pool, migration)
  return inTransaction(pool, async client => {
    const tables = await readTables(client)
    return copyRows(client, tables, lines).catch(throwDamaged)
  })
}

/** @throws when the version that made a backup is newer than this one, or before 1.0 */
export async function requireKnown(migration: string): Promise<void> {
  const origin = await findOrigin([migration])
  if (origin === 'newer')
    throw new Error('This backup was made by a newer version of this program. Update the program first.')
  if (origin === 'older')
    throw new Error(
      'This backup was made by a version before 1.0. Restore it with version 1.0.0, then start this version on that database.',
    )
}

/** A connection that is in the middle of a COPY cannot be used again: it is closed. */
async function inTransaction<T>(pool: pg.Pool, act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await act(client)
    await client.query('commit')
    return result
  } finally {
    client.release(true)
  }
}

/** Errors of the file are thrown to the reader of the stream. */
export function gunzipFile(file: string) {
  const gunzip = createGunzip()
  pipeline(createReadStream(file), gunzip).catch(() => {})
  return gunzip
}

export const throwDamaged = (error: Error): never => {
  // The file is not even compressed.
  if (error.message === 'incorrect header check') throw new Error(NOT_A_BACKUP)
  throw new Error(`This backup is damaged, and nothing of it was restored: ${describeDamage(error)}`)
}

/** Without values, which are of people: PostgreSQL and JSON.parse quote what they cannot read. */
function describeDamage(error: Error & { code?: string; where?: string }): string {
  if (error instanceof SyntaxError) return 'a line is malformed.'
  if (!/^[0-9A-Z]{5}$/.test(error.code ?? '')) return error.message
  const [, table, line] = /^COPY (\w+), line (\d+)/.exec(error.where ?? '') ?? []
  return `PostgreSQL refuses ${table ? `line ${line} of the table ${table}` : 'its rows'} (${error.code}).`
}

async function copyRows(client: pg.PoolClient, tables: Table[], lines: AsyncGenerator<string>) {
  const counts: RowCounts = {}
  for await (const line of lines) {
    const ending = readEnding(line)
    if (ending) {
      if (areRowsMissing(counts, ending)) throw new Error('rows are missing.')
      return counts
    }
    const table = readCopyLine(line)
    if (!table || !tables.some(({ name }) => name === table.name)) throw new Error('a line is malformed.')
    counts[table.name] = await copyTable(client, table, lines)
  }
  throw new Error('its end is missing.')
}

async function copyTable(client: pg.PoolClient, { name, columns }: Table, lines: AsyncGenerator<string>) {
  const names = columns.map(column => `"${column}"`).join(', ')
  const target = client.query(copyFrom(`copy "${name}" (${names}) from stdin`))
  const isDone = finished(target)
  isDone.catch(() => {})
  for (;;) {
    const { value: line, done } = await lines.next()
    if (done) {
      target.destroy(new Error('its end is missing.'))
      break
    }
    if (line === END_OF_ROWS) {
      target.end()
      break
    }
    if (!target.write(`${line}\n`)) await Promise.race([once(target, 'drain'), isDone])
  }
  await isDone
  return target.rowCount
}

/** Splits at line feeds only, as PostgreSQL does: values may contain other line separators. */
export async function* readLines(stream: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  const decoder = new StringDecoder('utf8')
  let partial = ''
  for await (const chunk of stream) {
    const [first = '', ...others] = decoder.write(chunk).split('\n')
    partial += first
    for (const other of others) {
      yield partial
      partial = other
    }
  }
  if (partial !== '') yield partial
}

/**
 * Drops the tables that a start of the product has created in a database without data. Rows of an earlier version must go
 * through the later migrations, which would not run on tables that are migrated already.
 * @param client in a transaction, connected as the owner of the tables
 * @throws unless the database is empty and no server uses it
 */
async function dropEmptyTables(client: pg.PoolClient): Promise<void> {
  await requireNoServer(client)
  await requireEmpty(client)
  if ((await findOrigin(await listExecuted(client))) === 'newer')
    throw new Error('A newer version of this program has created this database. Restore with that version.')
  await client.query(DROP_EVERYTHING)
}

/** A server that runs meanwhile would go on with what it has cached. It listens for jobs on one of its connections. */
async function requireNoServer(client: pg.PoolClient) {
  const { rowCount } = await client.query(`
    select from pg_stat_activity
     where datname = current_database() and usename = current_user and query ilike 'listen %'`)
  if (rowCount !== 0) throw new Error('A server is using this database. Stop it, then restore.')
}

async function requireEmpty(client: pg.PoolClient) {
  for (const { name } of await readTables(client)) {
    // Housekeeping writes months without requests into an empty database.
    const isKept = name === 'answer_times' ? 'where posted > 0' : ''
    const { rowCount } = await client.query(`select from "${name}" ${isKept} limit 1`)
    if (rowCount !== 0)
      throw new Error(
        'The database already contains data. Restore into an empty one: choose another DATA_DIR or DATABASE_URL.',
      )
  }
}

/**
 * Everything of this role in the schemas of the product and of the library for jobs; what belongs to an extension or to
 * other roles stays. The schema `public` itself stays, because it can belong to somebody else.
 */
const DROP_EVERYTHING = `
  drop schema if exists graphile_worker cascade;
  do $$ declare object record; begin
    for object in
      select * from (
        select 'pg_class'::regclass as catalog, oid, relowner as owner, oid::regclass::text as name,
               case relkind when 'r' then 'table' when 'v' then 'view' else 'sequence' end as kind
          from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S')
         union all
        select 'pg_proc'::regclass, oid, proowner, oid::regprocedure::text, 'function'
          from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
      ) objects
       where owner = current_user::regrole
         and not exists (select from pg_depend where classid = catalog and objid = objects.oid and deptype = 'e')
    loop
      execute format('drop %s if exists %s cascade', object.kind, object.name);
    end loop;
  end $$`
