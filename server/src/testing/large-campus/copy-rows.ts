import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Insertable } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Schema } from '../../platform/database/schema.ts'

const CHUNK = 500

/** Rows of one table, drawn as they are asked for: `count` of them, each with the same columns. */
export type Rows<Table extends keyof Schema> = {
  table: Table
  count: number
  draw: (nth: number) => Insertable<Schema[Table]>
}

/** Sends rows by COPY, no faster than they are taken, so that only some of them are held at a time. */
export async function copyRows<Table extends keyof Schema>(client: pg.ClientBase, rows: Rows<Table>) {
  const columns = Object.keys(rows.draw(0)).map(snakeCase).join(', ')
  const place = client.query(copyFrom(`copy ${snakeCase(rows.table)} (${columns}) from stdin`))
  await pipeline(Readable.from(chunksOf(rows)), place)
}

/** The text of them as COPY reads it. */
export function* chunksOf<Table extends keyof Schema>({ count, draw }: Rows<Table>): Generator<string> {
  for (let from = 0; from < count; from += CHUNK) {
    let chunk = ''
    for (let nth = from; nth < Math.min(from + CHUNK, count); nth += 1)
      chunk += `${Object.values(draw(nth)).map(asText).join('\t')}\n`
    yield chunk
  }
}

function asText(value: unknown): string {
  if (value === null) return '\\N'
  if (value instanceof Date) return value.toISOString()
  const text = String(value)
  return MARKS.test(text) ? text.replaceAll(EVERY_MARK, mark => ESCAPED[mark] ?? mark) : text
}

const MARKS = /[\\\t\n\r]/
const EVERY_MARK = new RegExp(MARKS, 'g')
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
