import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { startCluster } from '@blood-bank/postgres-local/cluster'
import pg from 'pg'
import { headingLine, readHeading } from '../../operations/backup/format.ts'
import { LOGINS } from '../../operations/demo/logins.ts'
import { launchServer, runScript } from '../launch-product.ts'
import { SUMS, sumOf } from './backups.ts'

/** Nothing listens there, so emails wait. */
const NO_MAIL_SERVER = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@example.edu' }

const NEWCOMER = { email: 'waiting@example.edu', password: 'waits-for-an-email' }

/**
 * `make-backup.ts FILE` makes a small backup with this version of the program, for the tests of later versions. It has a
 * part of the demo, a registration whose email waits, and the audit entries and emails of two changes of role.
 */
async function makeBackup(file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'example-backup-'))
  const dataDir = join(folder, 'data')
  const runCommand = async (name: 'admin' | 'backup', ...args: string[]) => {
    const { ended, output } = runScript(`operations/cli/${name}.ts`, { dataDir, args })
    if ((await ended) !== 0) throw new Error(output())
  }
  try {
    await whileItRuns({ dataDir, args: ['demo'] })
    await keepRows(dataDir)
    await whileItRuns({ dataDir, environment: NO_MAIL_SERVER }, async url => {
      await register(url)
      await runCommand('admin', 'grant', LOGINS.donor.email)
      await runCommand('admin', 'revoke', LOGINS.donor.email)
    })
    await runCommand('backup', file)
    bindSums(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts the product, acts when it is ready, and stops it. */
async function whileItRuns(
  launch: Parameters<typeof launchServer>[0],
  act: (url: string) => Promise<void> = async () => {},
) {
  const server = await launchServer(launch)
  try {
    await server.ready
    await act(server.url)
  } finally {
    server.signal('SIGTERM')
    await server.ended
  }
}

/** Writes the sum of the migrations' sums into the heading. */
function bindSums(file: string) {
  const text = gunzipSync(readFileSync(file)).toString()
  const first = text.slice(0, text.indexOf('\n'))
  const heading = headingLine({ ...readHeading(first), migrationSums: sumOf(readFileSync(SUMS)) })
  writeFileSync(file, gzipSync(heading + text.slice(first.length + 1)))
}

async function keepRows(dataDir: string) {
  const cluster = await startCluster({ dataDir, log: () => {} })
  const client = new pg.Client(cluster.connection)
  try {
    await client.connect()
    await keepExampleRows(
      client,
      Object.values(LOGINS).map(({ email }) => email),
    )
  } finally {
    await client.end()
    await cluster.stop()
  }
}

async function register(url: string) {
  const reply = await fetch(`${url}/api/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(NEWCOMER),
  })
  if (reply.status !== 202) throw new Error(`The registration was answered with ${reply.status}.`)
}

/** How many people of the demo campus stay beside those whom one can sign in as, and beside whom they deal with. */
const OTHERS = 6

/** People who are on the other side of an offer. */
const WITH_OFFERS = `
  select offers.user_id from offers
    join blood_requests request on request.id = offers.blood_request_id
    join logins on logins.id = request.user_id
  union
  select request.user_id from offers
    join logins on logins.id = offers.user_id
    join blood_requests request on request.id = offers.blood_request_id`

/**
 * Deletes most people of the demo campus and what belongs to them, so that its backup has a few kB.
 * @param client connected as a superuser
 * @param emails who stays in any case
 */
async function keepExampleRows(client: pg.Client, emails: string[]): Promise<void> {
  await client.query('begin')
  await client.query(
    `create temporary table logins on commit drop as select id from users where email = any ($1)`,
    [emails],
  )
  await client.query(`
    create temporary table kept on commit drop as
    select id from logins
    union (select id from users where id not in (select id from logins) order by id limit ${OTHERS})
    union (${WITH_OFFERS})`)
  // A standing offer needs its request.
  await client.query(`
    delete from offers where user_id not in (select id from kept) or blood_request_id in (
      select id from blood_requests where user_id not in (select id from kept))`)
  // One after the other, as the product erases people: what belongs to two of them is then kept consistent.
  await client.query(`
    do $$ declare erased uuid; begin
      for erased in select id from users where id not in (select id from kept) loop
        delete from users where id = erased;
      end loop;
    end $$`)
  // The ledger can only be added to; what is left of people who were deleted is removed as a superuser may.
  await client.query('set local session_replication_role = replica')
  await client.query('delete from contact_reveals where owner_id is null or viewer_id is null')
  await client.query('commit')
}

const [file] = process.argv.slice(2)
if (!file) throw new Error('Usage: make-backup.ts FILE')
await makeBackup(resolve(file))
