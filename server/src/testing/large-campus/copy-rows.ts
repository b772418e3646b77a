import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Insertable } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Schema } from '../../platform/database/schema.ts'

const CHUNK = 500

/** `count` rows of one table, generated on demand, each with the same columns. */
export type Rows<Table extends keyof Schema> = {
  table: Table
  count: number
  draw: (nth: number) => Insertable<Schema[Table]>
}

/** Sends rows by COPY with backpressure, so that only a few are in memory at a time. */
export async function copyRows<Table extends keyof Schema>(client: pg.ClientBase, rows: Rows<Table>) {
  const columns = Object.keys(rows.draw(0)).map(snakeCase).join(', ')
  const copyStream = client.query(copyFrom(`copy ${snakeCase(rows.table)} (${columns}) from stdin`))
  await pipeline(Readable.from(chunksOf(rows)), copyStream)
}

/** The rows in the text format of COPY. */
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
  return SPECIAL.test(text)
    ? text.replaceAll(EVERY_SPECIAL, character => ESCAPED[character] ?? character)
    : text
}

const SPECIAL = /[\\\t\n\r]/
const EVERY_SPECIAL = new RegExp(SPECIAL, 'g')
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
