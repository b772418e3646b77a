import type { CountedPage, Page, SortOrder } from '@blood-bank/contract/listing'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { pageOf, readCursor } from './cursor.ts'
import type { Schema } from './schema.ts'

/** What a list can be sorted by. */
export type SortKey = { by: RawBuilder<unknown>; kind: 'time' | 'date' | 'text' }

/** Which page: how many records, and the cursor of all but the first. */
export type Paging = { limit: number; after?: string | undefined }

type PageOptions = Paging & { key: SortKey; order: SortOrder }

const inOrder =
  (order: SortOrder) =>
  (column: string, kind: SortKey['kind'] = 'time') => ({
    key: { by: sql.ref(column), kind },
    order,
  })

/** The order of a list by a column, a time unless it says otherwise. */
export const newestFirst = inOrder('desc')
export const oldestFirst = inOrder('asc')

/**
 * Reads one page of the records that a query finds, in the order of a sort key and then of the id, which makes every
 * position unique.
 */
export async function readListPage<Table extends keyof Schema, Row extends { id: string }>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  { key, order, limit, after }: PageOptions,
): Promise<Page<Row>> {
  const cursor = readCursor(after, key.kind, 'id')
  const direction = sql.raw(order)
  const type = sql.raw(key.kind === 'time' ? 'timestamptz' : key.kind)
  const comparison = sql.raw(order === 'desc' ? '<' : '>')
  const rows = (await query
    .$if(cursor !== null, rest =>
      rest.where(sql<SqlBool>`(${key.by}, id) ${comparison} (${cursor?.[0]}::${type}, ${cursor?.[1]}::uuid)`),
    )
    .select(key.by.as('sortKey') as never)
    .orderBy(sql`${key.by} ${direction}, id ${direction}`)
    .limit(limit + 1)
    .execute()) as (Row & { sortKey: unknown })[]
  return pageOf(rows, limit, row => [asText(row.sortKey), row.id])
}

/**
 * The same with the total on the first page. Later pages have none, so that a long list is counted once, and a first page
 * that contains the whole list needs no count.
 */
export async function readCountedPage<Table extends keyof Schema, Row extends { id: string }>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  options: PageOptions,
): Promise<CountedPage<Row>> {
  const page = await readListPage(query, options)
  if (options.after !== undefined) return { ...page, total: null }
  return { ...page, total: page.next === null ? page.records.length : await countMatching(query) }
}

/** Counts the records that a query finds, exactly. */
export async function countMatching<Table extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select(sql<string>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const asText = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))

/** Whether a text column contains the search text, ignoring case. */
export const containsText = (column: 'search_text' | 'email', search: string) =>
  sql<SqlBool>`${sql.ref(column)} like ${`%${search.toLowerCase().replace(/[\\%_]/g, mark => `\\${mark}`)}%`}`
