import { PAGE_SIZE, type Page } from '@blood-bank/contract/listing'
import { revealDonorNumber } from '@blood-bank/contract/offers/contact-reveals'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../platform/database/connection.ts'
import { createChangeReader } from '../platform/live/change-log.ts'
import { plannerOf } from '../testing/alerts/alerts.ts'
import { storeLargeCampus } from '../testing/large-campus/store-large-campus.ts'
import { newDonor, offered, post, profileIdOf } from '../testing/offers/offers.ts'
import type { Person } from '../testing/person.ts'
import { createTestDatabase } from '../testing/postgres/test-database.ts'
import { createExplainedPool, type Explained } from '../testing/query-plans/explain.ts'
import { FILTERED_LISTS, listsOf } from '../testing/query-plans/lists.ts'
import { storeAlerts, storeUse } from '../testing/query-plans/store-use.ts'
import { startTestApp } from '../testing/test-app.ts'

/** 5,000 donors and 10,000 requests. */
const SCALE = 0.05
/** After it has planned a prepared statement five times for its values, PostgreSQL may choose a generic plan. */
const CALLS = 7
/** A table of fewer rows may be scanned sequentially. */
const LARGE = 500

/** A case of reports is shown with its reports, their texts and its request. Most lists read one row for each that they show. */
const MAX_ROWS_EACH = 5

const database = await createTestDatabase()
const owner = new pg.Client(database.ownerAddress)
await owner.connect()
await storeLargeCampus(owner, { scale: SCALE })
await owner.end()
await storeUse(database.owner)
await storeAlerts(database.owner, { firstWaveAt: new Date(), requests: 1 })
const { rows: tables } = await sql<{ name: string }>`
  select relname as name from pg_class where relkind = 'r' and reltuples >= ${LARGE}`.execute(database.owner)
const large = new Set(tables.map(({ name }) => name))

// In a small campus PostgreSQL would also scan tables that it searches by an index in a large one.
const { pool, explain } = createExplainedPool(database.ownerAddress, { enable_seqscan: 'off' })
const bank = await startTestApp(
  { NUMBERS_PER_HOUR: '1000000', NUMBERS_PER_DAY: '1000000' },
  { database: { ...database, pool, db: createDatabase(pool) } },
)
const member = await bank.signedInAs()
const admin = await bank.signedInAs({ role: 'admin' })
const donor = await newDonor(bank)
const bloodRequest = await post(member)
await offered(donor, bloodRequest)
const params = { id: await profileIdOf(donor) }

const describeStatement = ({ text, read, returned, accessPaths }: Explained) =>
  `${read} rows read for ${returned}, ${accessPaths.join(', ')}: ${text.trim()}`

/** The statements that scan a large table, or read more rows than a few for each that they return and one page. */
function faultsOf(explained: Explained[], maxRows = 0): string[] {
  const isFault = ({ text, read, returned, scanned }: Explained) => {
    // Totals are exact, and counted from an index.
    const allowed = /^\s*select count\(\*\)/.test(text)
      ? Infinity
      : Math.max(MAX_ROWS_EACH * returned + PAGE_SIZE, maxRows)
    return read > allowed || scanned.some(table => large.has(table))
  }
  return explained.filter(isFault).map(describeStatement)
}

/** Makes a call several times: a list in pages of several sizes, so that no cached reply is sent, with the page that follows. */
async function read(person: Person, url: string) {
  const get = async (address: string) => {
    const { error, body } = await person.send('GET', address)
    expect(error).toBeUndefined()
    return body as Partial<Page<unknown>>
  }
  const isList = Array.isArray((await get(url)).records)
  const [start, mark] = isList ? [url, url.includes('?') ? '&' : '?'] : [url, '']
  for (let call = 1; call <= CALLS; call += 1) {
    const page = isList ? `${start}${mark}limit=${PAGE_SIZE - call}` : start
    const { next } = await get(page)
    if (next) await get(`${page}&after=${encodeURIComponent(next)}`)
  }
}

const people = { member, donor, admin }

test.each(listsOf(bloodRequest.id).map(([name, viewer, url]) => [name, people[viewer], url] as const))(
  '%s: hardly more rows are read than shown',
  async (_, person, url) => {
    const explained = await explain(() => read(person, url))
    expect(explained.length).toBeGreaterThan(2 * CALLS)
    expect(faultsOf(explained)).toEqual([])
  },
)

/** Any list may be read whole, in the order of an index: the filters and texts of admins can be combined in any way. */
const WHOLE_LIST = 15_100

test.each(FILTERED_LISTS)('an admin finds %s by an index', async url => {
  const explained = await explain(() => read(admin, url))
  expect(explained.length).toBeGreaterThan(2 * CALLS)
  expect(faultsOf(explained, WHOLE_LIST)).toEqual([])
})

const readChanges = createChangeReader(pool)
await readChanges()

test.each<[string, () => Promise<unknown>, RegExp]>([
  ['a request is posted', () => post(member), /insert into "?blood_requests/],
  ['an admin looks up a number', () => admin.call(revealDonorNumber, { params }), /contact_reveals/],
  ['a server polls for changes', readChanges, /from live_changes/],
  ['a wave is planned', plannerOf(bank), /cross join lateral/],
])('when %s, hardly more rows are read than needed', async (_, act, part) => {
  const explained = await explain(act)
  expect(explained.filter(({ text }) => part.test(text))).not.toEqual([])
  expect(faultsOf(explained)).toEqual([])
})
