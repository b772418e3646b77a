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

type Index = { name: string; definition: string }

/**
 * Runs `act` while the tables have only their unique indexes. Creating the other indexes afterwards is faster than
 * updating them row by row, and leaves no half-empty pages.
 */
export async function withoutIndexes(client: pg.ClientBase, act: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<Index>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and not i.indisunique
     order by 1`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await act()
  await client.query(`set maintenance_work_mem = '256MB'`)
  for (const { definition } of indexes) await client.query(definition)
  await client.query('reset maintenance_work_mem')
}
