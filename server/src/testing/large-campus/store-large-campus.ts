import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CONSENT } from '@blood-bank/contract/own-account/consent'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { hashPassword } from '../../platform/secrets/hashes.ts'
import { drawAccount, KNOWN, planCampus, type Rows, rowsOf } from './rows.ts'

/** The password of every account. */
const CAMPUS_PASSWORD = 'a-campus-of-many-thousands'

type Options = {
  /** 1: 50,000 members, 100,000 donors, 200,000 blood requests; all grow with it. */
  scale?: number
  /** The campus is the same for the same scale and moment, to the byte. */
  now?: Date
  /** Receives the duration of each step. */
  print?: (line: string) => void
}

/**
 * Fills an empty, migrated database with a large campus and runs VACUUM and ANALYZE, so that plans and index-only scans
 * are those of a database in use.
 * @param client connected as the owner of the tables, without time-outs
 * @returns accounts for signing in: an admin; a member with exactly four blood requests and no profile; a donor
 */
export async function storeLargeCampus(
  client: pg.ClientBase,
  { scale = 1, now = new Date(), print = () => {} }: Options = {},
) {
  const plan = planCampus({ scale, now })
  const rows = rowsOf(plan)
  const step = createStepTimer(print)
  await withoutIndexes(client, async () => {
    await copyRows(client, rows.users)
    step('users')
    await storeCredentials(client)
    step('credentials and consents')
    await copyRows(client, rows.donors)
    step('donors')
    await copyRows(client, rows.bloodRequests)
    step('blood requests')
  })
  step('indexes')
  await client.query('vacuum (analyze)')
  step('vacuum and analyze')
  const known = (nth: number) => {
    const { id, email } = drawAccount(plan, nth)
    return { id, email, password: CAMPUS_PASSWORD }
  }
  return { admin: known(KNOWN.admin), member: known(KNOWN.member), donor: known(KNOWN.donor) }
}

/** All accounts share one hash, because hashing is slow on purpose. */
async function storeCredentials(client: pg.ClientBase) {
  await client.query(
    'insert into credentials (user_id, password) select id, $1 from users order by created_at',
    [await hashPassword(CAMPUS_PASSWORD)],
  )
  await client.query(
    `insert into consents (user_id, version, agreed_at) select id, $1, created_at from users order by created_at`,
    [CONSENT.version],
  )
}

/** Sends rows by COPY with backpressure, so that only a few are in memory at a time. */
async function copyRows(client: pg.ClientBase, rows: Rows) {
  const columns = Object.keys(rows.draw(0)).map(snakeCase).join(', ')
  const copyStream = client.query(copyFrom(`copy ${snakeCase(rows.table)} (${columns}) from stdin`))
  await pipeline(Readable.from(chunksOf(rows)), copyStream)
}

const CHUNK = 500

/** The rows in the text format of COPY. */
function* chunksOf({ count, draw }: Rows): Generator<string> {
  for (let from = 0; from < count; from += CHUNK) {
    let chunk = ''
    for (let nth = from; nth < Math.min(from + CHUNK, count); nth += 1)
      chunk += `${Object.values(draw(nth)).map(asText).join('\t')}\n`
    yield chunk
  }
}

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function asText(value: unknown): string {
  if (value === null) return '\\N'
  if (value instanceof Date) return value.toISOString()
  return String(value).replaceAll(/[\\\t\n\r]/g, character => ESCAPED[character] ?? character)
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/**
 * Runs `act` while the tables have only their unique indexes. Creating the other indexes afterwards is faster than
 * updating them row by row, and leaves no half-empty pages.
 */
async function withoutIndexes(client: pg.ClientBase, act: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
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

/** Prints after each step how long it took. */
function createStepTimer(print: (line: string) => void) {
  let start = performance.now()
  return (what: string) => {
    const end = performance.now()
    print(`${what}: ${((end - start) / 1000).toFixed(1)} s`)
    start = end
  }
}
