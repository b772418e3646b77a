import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { LOGINS } from '../operations/demo/logins.ts'
import { NEWEST_BACKUP } from '../testing/earlier-versions/backups.ts'
import { embeddedDatabaseUrl } from '../testing/launch-product.ts'
import { installPostgres, startOtherPostgres } from '../testing/postgres/other-versions.ts'
import {
  anEmptyFolder,
  launchProduct,
  runCommand,
  startProduct,
  untilTheFileIsDone,
} from '../testing/running-product.ts'

const KILLS = 6
/** So that copying takes long enough to be killed in the middle. */
const MORE_USERS = 20_000

const TABLES = [
  'users',
  'credentials',
  'sessions',
  'donors',
  'blood_requests',
  'offers',
  'donations',
  'contact_reveals',
  'audit_entries',
]

const programs = installPostgres([17])
afterAll(() => programs.remove())
const environment = { NODE_PATH: programs.nodePath }
const until = untilTheFileIsDone()
const earlier = await makeInstallation()

/** A data folder that the product used with PostgreSQL 17, somebody signed in there, and how many rows tables have. */
async function makeInstallation() {
  const dataDir = await anEmptyFolder(until)
  const postgres = await startOtherPostgres(dataDir, programs.binariesOf(17))
  const external = { DATABASE_URL: embeddedDatabaseUrl(dataDir) }
  const { code, output } = await runCommand('restore', [NEWEST_BACKUP], dataDir, external).ended
  expect(code, output).toBe(0)
  await query(
    dataDir,
    `insert into users (email) select 'more' || n || '@example.edu' from generate_series(1, ${MORE_USERS}) n`,
  )
  const product = await startProduct({ dataDir, environment: external, until })
  const donor = product.stranger()
  const { email, password } = LOGINS.donor
  expect((await donor.call(signIn, { body: { email, password } })).status).toBe(201)
  await product.stop()
  const counts = await countRows(dataDir)
  await postgres.stop()
  return { dataDir, cookie: donor.cookie, counts }
}

async function query(dataDir: string, text: string) {
  const client = new pg.Client(connectionTo(dataDir))
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function countRows(dataDir: string): Promise<Record<string, number>> {
  const counts = TABLES.map(table => `(select count(*)::int from ${table}) as ${table}`)
  const [row] = await query(dataDir, `select ${counts.join(', ')}`)
  return row
}

async function aCopy() {
  const dataDir = await anEmptyFolder()
  await cp(earlier.dataDir, dataDir, { recursive: true })
  return dataDir
}

/** Starts the product on the folder and looks whether everything is there. @returns what is not right, and how long it took */
async function startAndCheck(dataDir: string) {
  const product = await startProduct({ dataDir, environment })
  const ms = await product.ready
  const person = Object.assign(product.stranger(), { cookie: earlier.cookie })
  const { body } = await person.call(readSession)
  const [{ version }] = await query(
    dataDir,
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  const found = { version, email: body.user?.email, counts: await countRows(dataDir) }
  const kept = await readFile(join(dataDir, 'postgres-17-kept/PG_VERSION'), 'utf8').catch(() => 'none')
  const names = (await readdir(dataDir)).filter(name => /^postgres\.(new|upgraded)/.test(name))
  const output = product.output()
  await product.stop()
  return { ms, output, found: { ...found, kept: kept.trim(), names } }
}

/** The clusters in a data folder, complete or not. */
async function namesIn(dataDir: string) {
  const names = (await readdir(dataDir)).filter(name => /^postgres($|-|\.new|\.upgraded)/.test(name))
  return names.map(name => name.replace(/\.new-.*/, '.new')).join(' + ')
}

const RIGHT = {
  version: 18,
  email: LOGINS.donor.email,
  counts: earlier.counts,
  kept: '17',
  names: [],
}

test('a data folder of PostgreSQL 17 is upgraded to 18 at the start, with every row and session, also after kill -9', async ({
  annotate,
}) => {
  const first = await startAndCheck(await aCopy())
  expect(first.found).toEqual(RIGHT)
  expect(first.output).toContain('The database is upgraded')
  expect(first.output).toContain('postgres-17-kept')
  let losses = 0
  const places = new Set<string>()
  for (let round = 0; round < KILLS; round += 1) {
    const dataDir = await aCopy()
    const product = await launchProduct({ dataDir, environment })
    // Spread evenly over the start.
    await pause((first.ms * (round + 1)) / KILLS)
    await product.kill('all')
    places.add(await namesIn(dataDir))
    const { found } = await startAndCheck(dataDir)
    try {
      expect(found).toEqual(RIGHT)
    } catch (error) {
      losses += 1
      console.log(String(error))
    }
  }
  await annotate(
    JSON.stringify({
      tried: `an upgrade of the embedded PostgreSQL from 17 to 18 with ${earlier.counts.users} users (${Math.round(first.ms)} ms with the start), killed at ${KILLS} moments and started again; found ${[...places].join('; ')}`,
      trials: KILLS + 1,
      faults: losses,
      losses,
    }),
    'figures',
  )
  expect(losses).toBe(0)
})

test('without the programs of the earlier version the start says what to do', async () => {
  const product = await launchProduct({ dataDir: await aCopy() })
  await expect(product.ready).rejects.toThrow(/was created by PostgreSQL 17, but this is 18.*Make a backup/s)
})
