import type { Page } from '@blood-bank/contract/paging'
import { refuse } from '../refuse.ts'

/** The place after which a list goes on: the values of its sort key, opaque to the caller, to whom `platform/http/replies/signed-cursors.ts` signs it. */
export type Cursor = readonly (string | boolean)[]

export const invalidCursorRefusal = () =>
  refuse('invalid-input', { fields: { after: 'This list has no such place. Please load it anew.' } })

const encodeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/**
 * Reads what a caller sent as `after`.
 * @param kinds what each value of the key is
 * @throws Refusal invalid-input when it is none of ours
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
    !kinds.every((kind, at) => IS_OF_KIND[kind](values[at]))
  )
    throw invalidCursorRefusal()
  return values as never
}

type CursorKind = 'time' | 'id' | 'boolean' | 'text'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/
/** PostgreSQL knows no year 0, and the driver writes no year of five digits. */
const FOUR_DIGIT_YEAR = /^(?!0000)\d{4}-/

const IS_OF_KIND: Record<CursorKind, (value: unknown) => boolean> = {
  time: value => typeof value === 'string' && FOUR_DIGIT_YEAR.test(value) && isTime(value),
  id: value => typeof value === 'string' && UUID.test(value),
  boolean: value => typeof value === 'boolean',
  text: value => typeof value === 'string' && !value.includes('\0'),
}

/** JavaScript would read the 30th of February as the 2nd of March; PostgreSQL refuses it. */
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
 * A page out of rows that were asked for with one more than the limit: the extra one only tells that the list
 * goes on.
 */
export function pageOf<Row>(rows: Row[], limit: number, keyOf: (row: Row) => Cursor): Page<Row> {
  const records = rows.slice(0, limit)
  const last = records.at(-1)
  return { records, next: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null }
}
