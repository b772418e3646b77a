import type { CountedPage, Page, SortOrder } from '@blood-bank/contract/listing'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
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

/**
 * The position after which a list continues: the values of its sort key. Callers receive it as base64url and can make up
 * others: each is a place in a list that they may read, and its values are bound as parameters of their type.
 */
type Cursor = readonly (string | boolean)[]

/** Thrown when what a caller sent as `after` is no place in the list. */
export class InvalidCursorError extends Error {}

const encodeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/**
 * Reads what a caller sent as `after`.
 * @param kinds the kind of each value of the key
 * @throws InvalidCursorError when it is not a valid cursor of this list
 */
export function readCursor<K extends readonly CursorKind[]>(
  after: string | undefined,
  ...kinds: K
): { [I in keyof K]: K[I] extends 'boolean' ? boolean : string } | null {
  if (after === undefined) return null
  const values = parse(after)
  if (
    !Array.isArray(values) ||
    values.length !== kinds.length ||
    !kinds.every((kind, at) => IS_OF_KIND[kind](values[at])) ||
    // Each position has one spelling, so that its page is cached once.
    encodeCursor(values) !== after
  )
    throw new InvalidCursorError()
  return values as never
}

type CursorKind = 'time' | 'date' | 'id' | 'boolean' | 'text'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/
/** PostgreSQL has no year 0, and the driver cannot write years of five digits. */
const FOUR_DIGIT_YEAR = /^(?!0000)\d{4}-/

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/

const isTimeText = (value: unknown) =>
  typeof value === 'string' && FOUR_DIGIT_YEAR.test(value) && isTime(value)

const IS_OF_KIND: Record<CursorKind, (value: unknown) => boolean> = {
  time: isTimeText,
  date: value =>
    typeof value === 'string' && CALENDAR_DATE.test(value) && isTimeText(`${value}T00:00:00.000Z`),
  id: value => typeof value === 'string' && UUID.test(value),
  boolean: value => typeof value === 'boolean',
  text: value => typeof value === 'string' && !value.includes('\0'),
}

/** JavaScript reads February 30 as March 2; PostgreSQL rejects it. */
function isTime(text: string) {
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text
}

function parse(after: string): unknown {
  try {
    return JSON.parse(Buffer.from(after, 'base64url').toString())
  } catch {
    return null
  }
}

/**
 * Builds a page from rows that were read with `limit + 1`. The extra row is not part of the page; it only shows that the
 * list continues.
 */
export function pageOf<Row>(rows: Row[], limit: number, keyOf: (row: Row) => Cursor): Page<Row> {
  const records = rows.slice(0, limit)
  const last = records.at(-1)
  return { records, next: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null }
}
