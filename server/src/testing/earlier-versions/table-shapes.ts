import type pg from 'pg'

/** A column of a table or view that the product of a version may read and write. */
export type Column = {
  /** `donors.full_name` */
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
}

/** The columns of all tables and views of the product. */
export async function readTableShapes(database: Pick<pg.ClientBase, 'query'>): Promise<Column[]> {
  const { rows } = await database.query<Column>(`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
           not a.attnotnull as "isNullable",
           a.atthasdef or a.attidentity <> '' or c.relkind = 'v' as "hasDefault"
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
       and a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely%'
     order by 1`)
  return rows
}

/**
 * What of the tables a program that knows them as they were `before` cannot use any more as they are `now`; empty if
 * everything was only added.
 */
export function findBreakingChanges(before: Column[], now: Column[]): string[] {
  const tablesBefore = new Set(before.map(({ name }) => tableOf(name)))
  const changes = before.flatMap(column => {
    const found = now.find(({ name }) => name === column.name)
    if (!found) return [`${column.name} is gone`]
    if (found.type !== column.type) return [`${column.name} was ${column.type} and is ${found.type}`]
    if (column.isNullable && !found.isNullable) return [`${column.name} must have a value now`]
    if (column.hasDefault && !found.hasDefault) return [`${column.name} has no default any more`]
    return []
  })
  const added = now.filter(
    ({ name }) => tablesBefore.has(tableOf(name)) && !before.some(column => column.name === name),
  )
  const required = added.filter(({ isNullable, hasDefault }) => !isNullable && !hasDefault)
  return [...changes, ...required.map(({ name }) => `${name} is new and has no default`)]
}

const tableOf = (column: string) => column.slice(0, column.indexOf('.'))
