import type pg from 'pg'

type Index = { name: string; definition: string }

/**
 * Runs `act` while the tables have only their unique indexes. Creating the other indexes afterwards is faster than
 * updating them row by row, and leaves no half-empty pages.
 */
export async function withoutIndexes(client: pg.ClientBase, act: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<Index>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and not i.indisunique
     order by 1`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await act()
  await client.query(`set maintenance_work_mem = '256MB'`)
  for (const { definition } of indexes) await client.query(definition)
  await client.query('reset maintenance_work_mem')
}
