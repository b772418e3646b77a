import type { SortOrder } from '@blood-bank/contract/listing'
import type { Page } from '@blood-bank/contract/paging'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from './connection.ts'
import { pageOf, readCursor } from './cursor.ts'
import { type Filters, type FilterValues, filterCombinations } from './filter-combinations.ts'
import type { Schema } from './schema.ts'

/** A column that a list can be sorted by, as its index defines it. */
export type SortKey = {
  by: RawBuilder<unknown>
  kind: 'time' | 'text'
  /** The name of the column, if the list can also be filtered by it. */
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
  /** Selects the records that match. */
  query: SelectQueryBuilder<Schema, Table, Row>
  /** The columns that they can be filtered by. */
  filters: Filters
}

/** Reads one page of a table in the order of a sort key and then of the id, which makes every position unique. */
export function readListPage<Table extends keyof Schema, Row extends { id: string }>(
  db: Database,
  { query, filters }: ListQuery<Table, Row>,
  { key, order, limit, after, ...given }: PageOptions,
): Promise<Page<Row>> {
  // A text search uses its own index, which would be scanned again for each combination.
  const combinations = given.search === '' ? filterCombinations(filters, given, key.filter ?? null) : [{}]
  const filtered = (values: FilterValues) =>
    Object.entries(values).reduce(
      (rest, [column, value]) => rest.where(column as never, '=', value as never),
      query,
    )
  const isSame = key.filter !== undefined && given[key.filter as never] !== undefined
  return readMergedPage(db, combinations.map(filtered), { key, order, limit, after, isSame })
}

type MergeOptions = Omit<PageOptions, 'search'> & {
  /** Whether all records have the same value of the sort key. */
  isSame?: boolean
}

/**
 * Reads one page of the union of queries, which must have no record in common, in the order of a sort key and then of
 * the id. Each query reads from its own part of an index as far as the page needs it.
 */
export async function readMergedPage<Table extends keyof Schema, Row extends { id: string }>(
  db: Database,
  queries: SelectQueryBuilder<Schema, Table, Row>[],
  { key, order, limit, after, isSame = false }: MergeOptions,
): Promise<Page<Row>> {
  const cursor = readCursor(after, key.kind, 'id')
  const direction = sql.raw(order)
  const type = sql.raw(key.kind === 'time' ? 'timestamptz' : 'text')
  const comparison = sql.raw(order === 'desc' ? '<' : '>')
  const pages = queries.map(
    query =>
      sql`(${query
        .$if(cursor !== null, rest =>
          rest.where(
            sql<SqlBool>`(${key.by}, id) ${comparison} (${cursor?.[0]}::${type}, ${cursor?.[1]}::uuid)`,
          ),
        )
        .select(key.by.as('sortKey') as never)
        .orderBy(sql`${key.by} ${direction}, id ${direction}`)
        .limit(limit + 1)})`,
  )
  // PostgreSQL does not recognize that rows are already sorted by a column with a single value.
  const sortKey = isSame ? sql`` : sql`sort_key ${direction}, `
  const { rows } = await sql<Row & { sortKey: unknown }>`
    select * from (${sql.join(pages, sql` union all `)}) listed
    order by ${sortKey}id ${direction} limit ${limit + 1}`.execute(db)
  return pageOf(rows, limit, row => [asText(row.sortKey), row.id])
}

/** Counts the records that match, exactly. */
export async function countMatching<Table extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> {
  const { count } = await query.select(sql<string>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

const asText = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))

/** Whether a text column contains the search text, ignoring case. */
export const containsText = (column: 'search_text' | 'email', search: string) =>
  sql<SqlBool>`${sql.ref(column)} like ${`%${search.toLowerCase().replace(/[\\%_]/g, mark => `\\${mark}`)}%`}`
