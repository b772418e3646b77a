import { readFile } from 'node:fs/promises'
import type pg from 'pg'

const TABLES = new URL('./from-0.6/tables.sql', import.meta.url)
const ROWS = new URL('./from-0.6/rows.sql', import.meta.url)
const CHANGES = '0110-changes'
const readMigration = (name: string) => readFile(new URL(`./migrations/${name}.sql`, import.meta.url), 'utf8')

/**
 * Brings the tables and rows of version 0.6 to the baseline, and records its migrations as executed: all or nothing. A
 * server that starts at the same time waits, and finds it done.
 * @param pool connected as the owner of the tables
 */
export async function takeOver(pool: pg.Pool, baseline: string[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table kysely_migration in access exclusive mode')
    const { rowCount } = await client.query('select from kysely_migration where name = any ($1)', [baseline])
    if (rowCount === 0) {
      for (const name of baseline)
        if (name !== CHANGES) await client.query(functionsIn(await readMigration(name)))
      await client.query(await readFile(TABLES, 'utf8'))
      await client.query(await readMigration(CHANGES))
      await client.query(await readFile(ROWS, 'utf8'))
      await client.query('delete from kysely_migration')
      await client.query(
        'insert into kysely_migration (name, timestamp) select name, now()::text from unnest($1::text[]) name',
        [baseline],
      )
    }
    await client.query('commit')
  } finally {
    // A transaction that failed ends with its connection.
    client.release(true)
  }
}

/** The functions that a migration creates, for a database that can have them in an earlier form. */
const functionsIn = (migration: string): string =>
  migration
    .split('\ncreate function ')
    .slice(1)
    .map(text => `create or replace function ${text.slice(0, text.indexOf('\nend $$;'))}\nend $$;`)
    .join('\n')

/**
 * Brings the rows of a backup of version 0.6 into the tables of the baseline, which have its columns but for one.
 * @param client in a transaction
 * @param copyRows copies the rows as they are
 */
export async function takeOverRows<T>(client: pg.ClientBase, copyRows: () => Promise<T>): Promise<T> {
  await client.query('alter table alert_waves add column seed integer')
  const result = await copyRows()
  await client.query(await readFile(ROWS, 'utf8'))
  return result
}
