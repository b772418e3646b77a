import { PAGE_SIZE } from '@blood-bank/contract/listing'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase, createPool } from '../platform/database/connection.ts'
import { createChangeReader } from '../platform/live/change-log.ts'
import { plannerOf } from '../testing/alerts/alerts.ts'
import { storeAlerts } from '../testing/alerts/wave-trial.ts'
import { storeLargeCampus } from '../testing/large-campus/store-large-campus.ts'
import { post } from '../testing/offers/offers.ts'
import { createTestDatabase } from '../testing/postgres/test-database.ts'
import { startTestApp } from '../testing/test-app.ts'

/** 5,000 donors and 10,000 requests. */
const SCALE = 0.05

const database = await createTestDatabase()
const owner = new pg.Client(database.ownerAddress)
await owner.connect()
await storeLargeCampus(owner, { scale: SCALE })
await owner.end()
await sql`
  insert into audit_entries (actor_id, action, target_id, at)
  select id, 'role-changed', id, created_at from users`.execute(database.owner)
await sql`
  insert into offers (user_id, blood_request_id, required_blood_group, status, offered_at, settled_at)
  select d.user_id, b.id, required_blood_group, 'withdrawn', requested_at, requested_at
    from (select user_id, row_number() over () as nth from donors) d
    join (select *, row_number() over () as nth from blood_requests) b using (nth)`.execute(database.owner)
await sql`vacuum (analyze)`.execute(database.owner)
await storeAlerts(database.owner, { firstWaveAt: new Date(), requests: 1 })
// A few of the donors said yes to platelets by machine.
await sql`
  insert into alert_preferences (user_id, first_alert_from, also_platelets)
  select user_id, now(), row_number() over () % 100 = 0 from donors
  on conflict (user_id) do update set also_platelets = excluded.also_platelets`.execute(database.owner)
await sql`vacuum (analyze) alert_preferences`.execute(database.owner)

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

// PostgreSQL sends the plan of each statement as a notice, the generic plans of prepared ones and those in functions and
// triggers, too. In a small campus it would also scan tables that it searches by an index in a large one.
const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_nested_statements': 'on',
  client_min_messages: 'log',
  enable_seqscan: 'off',
}
const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
const pool = createPool({ ...database.ownerAddress, options: options.join(' ') }, () => {}, {
  hasTimeouts: false,
})
let statements: { 'Query Text': string; Plan: PlanNode }[] = []
pool.on('connect', (client: pg.PoolClient) =>
  client.on('notice', ({ message = '' }) => {
    const [, plan] = /^duration: .* plan:\n(.*)$/s.exec(message) ?? []
    if (plan) statements.push(JSON.parse(plan))
  }),
)

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Rows that a scan reads, with those that it discards. */
const rowsRead = (node: PlanNode) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']

/** The scans that read a whole table of the campus, or clearly more than a page of it shows. */
const faults = (maxRows: number) =>
  statements
    // Totals are exact, and counted from an index.
    .filter(({ 'Query Text': text }) => !/^\s*select count\(\*\)/.test(text))
    .flatMap(({ 'Query Text': text, Plan }) =>
      nodesOf(Plan)
        .filter(node => / Scan$|^Seq Scan/.test(node['Node Type']) && node['Relation Name'])
        .filter(node => rowsRead(node) > maxRows)
        .map(node => `${node['Node Type']} of ${node['Relation Name']}, ${rowsRead(node)} rows: ${text}`),
    )

const bank = await startTestApp(
  { NUMBERS_PER_HOUR: '1000000', NUMBERS_PER_DAY: '1000000' },
  { database: { ...database, pool, db: createDatabase(pool) } },
)
const member = await bank.signedInAs()
const admin = await bank.signedInAs({ role: 'admin' })
await post(member)
const readChanges = createChangeReader(pool)
await readChanges()
const get = (person: typeof member, url: string) => async () => {
  expect((await person.send('GET', url)).error).toBeUndefined()
}

const planPlatelets = async () => {
  await post(member, { patientName: 'Another', component: 'apheresis-platelets' })
  expect(await plannerOf(bank)()).toBeGreaterThan(0)
}

test.each<[string, () => Promise<unknown>, RegExp, number?]>([
  ['searches for donors', get(member, '/api/donors?bloodGroup=AB-'), /from "donors"/],
  ['opens the active requests', get(member, '/api/blood-requests'), /from "blood_requests"/],
  ['opens their own requests', get(member, '/api/blood-requests/mine'), /from "blood_requests"/],
  ['opens their own offers', get(member, '/api/offers/mine'), /from "offers"/],
  ['posts a request', () => post(member), /insert into "?blood_requests/],
  ['opens the audit log', get(admin, '/api/admin/audit-entries'), /from "audit_entries"/],
  ['opens the users', get(admin, '/api/admin/users?order=asc'), /from "users"/],
  ['polls for changes', readChanges, /from live_changes/],
  // A wave passes over the donors of each group who were asked lately.
  ['plans a wave', plannerOf(bank), /cross join lateral/, 500],
  ['plans a wave of platelets', planPlatelets, /cross join lateral/, 500],
])('whoever %s reads hardly more rows than they get', async (_, act, part, maxRows = 2 * PAGE_SIZE) => {
  statements = []
  await act()
  expect(statements.map(statement => statement['Query Text'])).toContainEqual(expect.stringMatching(part))
  expect(faults(maxRows)).toEqual([])
})
