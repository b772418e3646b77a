import type pg from 'pg'
import { findOrigin, listExecuted } from '../storage/migrate.ts'
import { readTables } from './tables.ts'

/**
 * Drops the tables that a start of the product has created in a database without data. Rows of an earlier version must go
 * through the later migrations, which would not run on tables that are migrated already.
 * @param client in a transaction, connected as the owner of the tables
 * @throws unless the database is empty and no server uses it
 */
export async function dropEmptyTables(client: pg.PoolClient): Promise<void> {
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
