import type pg from 'pg'

/**
 * Every definition in the schemas of a database, as text: tables, columns, constraints, indexes, triggers, functions, views,
 * sequences and who may use them. Not the order of columns, and no rows.
 */
export async function readCatalog(database: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await database.query<{ part: string }>(`
    with places as (
      select oid from pg_namespace where nspname in ('public', 'graphile_worker')
    ), relations as (
      select *, oid::regclass::text as name from pg_class where relnamespace in (select oid from places)
    )
    select format('%s %s: %s %s, security %s, options %s, %s', relkind, name, relpersistence, relreplident, relrowsecurity,
                  reloptions, ${GRANTS('relacl')}) as part
      from relations where relkind <> 'i'
    union all
    select format('column %s.%s: %s not null %s, default %s, generated %s, collation %s, statistics %s, %s', name, attname,
                  format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid), attgenerated,
                  attcollation::regcollation, attstattarget, ${GRANTS('attacl')})
      from relations join pg_attribute a on attrelid = relations.oid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where relkind in ('r', 'v') and attnum > 0 and not attisdropped
    union all
    select format('constraint %s on %s: %s', conname, name, pg_get_constraintdef(c.oid))
      from relations join pg_constraint c on conrelid = relations.oid
    union all
    select pg_get_indexdef(oid) from relations where relkind = 'i'
    union all
    select format('%s %s', tgenabled, pg_get_triggerdef(t.oid))
      from relations join pg_trigger t on tgrelid = relations.oid where not tgisinternal
    union all
    select pg_get_viewdef(oid) from relations where relkind = 'v'
    union all
    select pg_get_functiondef(oid) || ${GRANTS('proacl')} from pg_proc
     where pronamespace in (select oid from places) and prokind = 'f'
       and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
    union all
    select format('%s sequence %s from %s by %s', data_type, sequencename, start_value, increment_by)
      from pg_sequences where schemaname in ('public', 'graphile_worker')
    union all
    select format('policy %s on %s: %s', polname, name, polroles::regrole[])
      from relations join pg_policy on polrelid = relations.oid
    union all
    select format('extension %s', extname) from pg_extension
    order by 1`)
  return rows.map(({ part }) => part.replaceAll(/\s+/g, ' '))
}

/** The rights of each role, in an order that does not depend on when they were granted. */
const GRANTS = (column: string) =>
  `'grants ' || array(select granted::text from unnest(${column}) granted order by 1)::text`
