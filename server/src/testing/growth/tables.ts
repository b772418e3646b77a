import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** A table with its rows, and its bytes with its indexes. */
type Size = { name: string; rows: number; bytes: number }

/** A sequence, and how much of its numbers is used. */
type Sequence = { name: string; used: bigint; last: bigint }

export type Growth = { tables: Size[]; sequences: Sequence[] }

/** The schemas of the product and of its jobs; a name has its schema unless it is `public`. */
const TABLES = sql<{ name: string; bytes: string }>`
  select case when n.nspname = 'public' then relname else n.nspname || '.' || relname end as name,
         pg_total_relation_size(c.oid) as bytes
    from pg_class c join pg_namespace n on n.oid = relnamespace
   where relkind = 'r' and n.nspname in ('public', 'graphile_worker') order by 1`

/** Counts the rows of every table, and reads every sequence: from the catalogue, so that new ones are among them. */
export async function measureGrowth(owner: Database): Promise<Growth> {
  const tables: Size[] = []
  for (const { name, bytes } of (await TABLES.execute(owner)).rows) {
    const { rows } = await sql<{ count: number }>`select count(*)::int from ${sql.table(name)}`.execute(owner)
    tables.push({ name, rows: rows[0]?.count ?? 0, bytes: Number(bytes) })
  }
  const sequences = await sql<{ name: string; used: string; last: string }>`
    select sequencename as name, coalesce(last_value, 0) as used, max_value as last from pg_sequences`.execute(
    owner,
  )
  return {
    tables,
    sequences: sequences.rows.map(({ name, used, last }) => ({
      name,
      used: BigInt(used),
      last: BigInt(last),
    })),
  }
}

/**
 * Vacuums and analyzes as PostgreSQL does by itself with its default settings. It looks once a minute, in which here months
 * pass.
 */
export async function vacuumAsNeeded(owner: Database): Promise<void> {
  await sql`select pg_stat_force_next_flush()`.execute(owner)
  const { rows } = await sql<{ name: string }>`
    select s.relid::regclass::text as name from pg_stat_all_tables s join pg_class c on c.oid = s.relid
     where s.schemaname in ('public', 'graphile_worker', 'pg_catalog')
       and (n_dead_tup > 50 + 0.2 * greatest(reltuples, 0) or n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0))`.execute(
    owner,
  )
  for (const { name } of rows) await sql.raw(`vacuum (analyze) ${name}`).execute(owner)
}
