import type { ClientBase } from 'pg'

/** A table with the columns to back up. */
export type Table = { name: string; columns: string[] }

/**
 * Tables that are not backed up. After a restore everybody signs in again, keys are generated, and counters start at zero;
 * the migrator creates its own tables. A stolen backup contains no session.
 */
const EXCLUDED_TABLES = [
  'sessions',
  'token_keys',
  'attempt_limits',
  'numbers_sent',
  'number_warnings',
  'caught_mails',
  'caught_texts',
  'text_days',
  // What belongs to running servers, and the migrator's own tables.
  'live_changes',
  'kysely_migration',
  'kysely_migration_lock',
]

/** All tables of the product but those, and the view of waiting mail; what others refer to comes before them. Generated columns make themselves. */
export async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { refersto: string[] }>(
    `select c.relname as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns,
            array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
                   where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid) as refersto
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and (c.relkind = 'r' or c.relname = 'outbox') and c.relname <> all ($1)
      order by c.relname`,
    [EXCLUDED_TABLES],
  )
  const sorted: typeof rows = []
  while (sorted.length < rows.length) {
    const next = rows.filter(
      row => !sorted.includes(row) && row.refersto.every(name => sorted.some(table => table.name === name)),
    )
    if (next.length === 0)
      throw new Error(
        'Tables reference each other in a cycle, or reference a table that is not in the backup.',
      )
    sorted.push(...next)
  }
  return sorted.map(({ name, columns }) => ({ name, columns }))
}
