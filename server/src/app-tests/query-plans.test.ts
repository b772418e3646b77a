import type { Endpoint } from '@blood-bank/contract/endpoint'
import { PAGE_SIZE } from '@blood-bank/contract/paging'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CACHED_TABLES } from '../identity/access/cached-tables.ts'
import { everyEndpoint } from '../testing/http/every-endpoint.ts'
import { ALLOWANCES, allowanceFor } from '../testing/query-plans/allowances.ts'
import { explainProduct } from '../testing/query-plans/explain-product.ts'
import type { Explained } from '../testing/query-plans/explained.ts'
import { TRIES_ALL } from '../testing/test-scope.ts'

/** Tables that do not grow with the campus and may be scanned sequentially. */
const SMALL = [
  'token_keys',
  'push_keys',
  // One row per currently suspended person.
  'suspensions',
  // Removed after minutes; a reader finds new ones by an index.
  'live_changes',
  // Used only without a mail server, in development.
  'caught_mails',
  // A sequence has one row.
  ...CACHED_TABLES.map(table => `${table}_changes`),
]

const { explained, others, called, owner } = await explainProduct()

/**
 * Entries of the other part of a search are passed over within the index, which "rows read" does not count. At worst all
 * 24,605 entries of a group are, in 187 blocks.
 */
const MAX_BLOCKS_OF_SEARCH = 200

const describeStatement = ({ call, read, returned, scanned, accessPaths, text }: Explained) =>
  `${call}: ${read} rows read for ${returned}, ${scanned.length > 0 ? `all of ${scanned}` : accessPaths.join(', ')}: ${text.trim()}`

const readsTooMuch = ({ read, returned }: Explained) => read > 2 * returned + PAGE_SIZE
const scansOf = ({ scanned }: Explained) => scanned.filter(table => !SMALL.includes(table))
const isEfficient = (statement: Explained) => !readsTooMuch(statement) && scansOf(statement).length === 0

test('every endpoint is called, and every statement of the product is explained', async () => {
  const isUncalled = (endpoint: Endpoint) => !called.has(endpoint) && !endpoint.reply.isEventStream
  expect((await everyEndpoint()).filter(isUncalled)).toEqual([])
  expect([...others]).toEqual([])
  expect(explained.length).toBeGreaterThan(1_000)
})

test('the wave that is explained has every statement of a wave, and donors are asked', () => {
  const texts = explained.filter(({ call }) => call === 'planner').map(({ text }) => text)
  for (const part of [
    ...[
      'newest',
      'next_wave_at <=',
      'from alerts where blood_request_id',
      'from "donations"',
      'from offers join',
    ],
    ...['as has_record', '"requester_id" =', 'cross join lateral', 'no key update', 'insert into alerts'],
    ...[
      'asked.user_id, greatest(',
      'update donors',
      '::graphile_worker.job_spec',
      'insert into "alert_waves"',
    ],
    ...['update "blood_requests"'],
  ])
    expect(
      texts.filter(text => text.includes(part)),
      part,
    ).not.toEqual([])
  expect(explained.some(({ call }) => call === 'look-again job')).toBe(true)
})

test('statements use indexes and read at most one page more than twice what they return', () => {
  const faults = explained.filter(statement => !isEfficient(statement) && !allowanceFor(statement))
  expect(faults.map(describeStatement)).toEqual([])
})

test('statements that must read more stay within their allowance', () => {
  const faults = explained.filter(statement => {
    const allowance = isEfficient(statement) ? null : allowanceFor(statement)
    if (!allowance) return false
    const scansOthers = scansOf(statement).some(table => !allowance.mayScan?.includes(table))
    return scansOthers || (readsTooMuch(statement) && statement.read > allowance.maxRows)
  })
  expect(faults.map(describeStatement)).toEqual([])
})

test('a page of a search touches few blocks, also where the donors who cannot donate yet begin', () => {
  const pages = explained.filter(
    ({ call, text }) => /^(GET \/api\/donors\b|search)/.test(call) && text.includes('order by "is_verified"'),
  )
  expect(pages.filter(({ call }) => call.startsWith('search'))).not.toHaveLength(0)
  expect(pages.filter(({ buffers }) => buffers > MAX_BLOCKS_OF_SEARCH).map(describeStatement)).toEqual([])
})

// Some are not needed in the small campus of the gate.
test.each(
  (TRIES_ALL ? ALLOWANCES : []).map(
    allowance => [`${allowance.call.source} ${allowance.statement?.source ?? ''}`, allowance] as const,
  ),
)('the allowance for %s is needed', (_, allowance) => {
  expect(explained.some(statement => !isEfficient(statement) && allowanceFor(statement) === allowance)).toBe(
    true,
  )
})

test('the database functions contain only explained statements', async () => {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc join pg_language l on l.oid = prolang
     where pronamespace = 'public'::regnamespace and lanname in ('plpgsql', 'sql') order by 1`.execute(owner)
  expect(rows.map(({ name }) => name)).toEqual([
    'count_attempt',
    'count_change',
    'delete_from_outbox',
    'hide_record_of_suspended',
    'insert_into_outbox',
    'keep_one_admin',
    'log_alerts',
    'log_blood_requests',
    // Its only statement inserts one row.
    'log_change_for_admins',
    'log_donations',
    'log_donors',
    'log_offers',
    'log_sessions',
    'log_users',
    'posting_allowances',
    'protect_contact_reveals',
    // Contains no statement.
    'require_verified_admin',
    // Contains no statement.
    'set_email_verified_at',
    'start_session',
  ])
})
