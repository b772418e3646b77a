import type { SortOrder } from '@blood-bank/contract/listing'
import type { Page } from '@blood-bank/contract/paging'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from './connection.ts'
import { pageOf, readCursor } from './cursor.ts'
import { type Filters, type FilterValues, filterCombinations } from './filter-combinations.ts'
import type { Schema } from './schema.ts'

/** What a column sorts by, as its index has it. */
export type SortKey = {
  by: RawBuilder<unknown>
  kind: 'time' | 'text'
  /** The column itself, where the list can also be filtered by it. */
  filter?: string
}

type PageOptions = {
  key: SortKey
  order: SortOrder
  limit: number
  after?: string | undefined
  search: string
}

type ListQuery<Table extends keyof Schema, Row> = {
  /** The records that match. */
  query: SelectQueryBuilder<Schema, Table, Row>
  /** What they can be filtered by. */
  filters: Filters
}

/** One page of a table in the order of a sort key, then of the id, which makes every place in it unique. */
export async function readListPage<Table extends keyof Schema, Row extends { id: string }>(
  db: Database,
  { query, filters }: ListQuery<Table, Row>,
  { key, order, limit, after, ...given }: PageOptions,
): Promise<Page<Row>> {
  const cursor = readCursor(after, key.kind, 'id')
  const direction = sql.raw(order)
  const type = sql.raw(key.kind === 'time' ? 'timestamptz' : 'text')
  const comparison = sql.raw(order === 'desc' ? '<' : '>')
  const pageOfCase = (values: FilterValues) =>
    Object.entries(values)
      .reduce((rest, [column, value]) => rest.where(column as never, '=', value as never), query)
      .$if(cursor !== null, rest =>
        rest.where(
          sql<SqlBool>`(${key.by}, id) ${comparison} (${cursor?.[0]}::${type}, ${cursor?.[1]}::uuid)`,
        ),
      )
      .select(key.by.as('sortKey') as never)
      .orderBy(sql`${key.by} ${direction}, id ${direction}`)
      .limit(limit + 1)
  // A text that is looked for has an index of its own, which would be asked anew for each case.
  const cases = given.search === '' ? filterCombinations(filters, given, key.filter ?? null) : [{}]
  const pages = cases.map(values => sql`(${pageOfCase(values)})`)
  // Of a column that is the same in all of them PostgreSQL does not see that they are in its order.
  const isSame = key.filter !== undefined && given[key.filter as never] !== undefined
  const sortKey = isSame ? sql`` : sql`sort_key ${direction}, `
  const { rows } = await sql<Row & { sortKey: unknown }>`
    select * from (${sql.join(pages, sql` union all `)}) listed
    order by ${sortKey}id ${direction} limit ${limit + 1}`.execute(db)
  return pageOf(rows, limit, row => [asText(row.sortKey), row.id])
}

/** How many records match, exactly. */
export async function countMatching<Table extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> {
  const { count } = await query.select(sql<string>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

const asText = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))

/** True where a text column holds what is looked for, whatever its case. */
export const containsText = (column: 'search_text' | 'email', search: string) =>
  sql<SqlBool>`${sql.ref(column)} like ${`%${search.toLowerCase().replace(/[\\%_]/g, mark => `\\${mark}`)}%`}`
