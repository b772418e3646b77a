import type { SortOrder } from '@blood-bank/contract/listing'
import type { Page } from '@blood-bank/contract/paging'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { pageOf, readCursor } from './cursor.ts'
import type { Schema } from './schema.ts'

/** What a column sorts by, as its index has it. */
export type SortKey = { by: RawBuilder<unknown>; kind: 'time' | 'text' }

type Listing = { key: SortKey; order: SortOrder; limit: number; after?: string | undefined }

/** One page of a table in the order of a sort key, then of the id, which makes every place in it unique. */
export async function listingPage<Table extends keyof Schema, Row extends { id: string }>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  { key, order, limit, after }: Listing,
): Promise<Page<Row>> {
  const cursor = readCursor(after, key.kind, 'id')
  const direction = sql.raw(order)
  const type = sql.raw(key.kind === 'time' ? 'timestamptz' : 'text')
  const beyond = sql.raw(order === 'desc' ? '<' : '>')
  const rows = await query
    .$if(cursor !== null, rest =>
      rest.where(sql<SqlBool>`(${key.by}, id) ${beyond} (${cursor?.[0]}::${type}, ${cursor?.[1]}::uuid)`),
    )
    .select(key.by.as('sortKey') as never)
    .orderBy(sql`${key.by} ${direction}, id ${direction}`)
    .limit(limit + 1)
    .execute()
  return pageOf(rows as Row[], limit, row => [asText(Reflect.get(row, 'sortKey')), row.id])
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
export const holdsText = (column: 'search_text' | 'email', search: string) =>
  sql<SqlBool>`${sql.ref(column)} like ${`%${search.toLowerCase().replace(/[\\%_]/g, mark => `\\${mark}`)}%`}`
