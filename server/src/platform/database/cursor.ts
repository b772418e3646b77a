import type { Page } from '@blood-bank/contract/listing'

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
