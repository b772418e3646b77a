import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startCluster } from '@blood-bank/postgres-local/cluster'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../operations/storage/migrate.ts'
import { grantToServer } from '../../operations/storage/storage.ts'
import { type Address, createDatabase, createPool } from '../../platform/database/connection.ts'

/** Migrated once; every test file works on its own copy. */
export const TEMPLATE = 'template_bloodbank'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; user: string }
    /** A data folder with a stopped PostgreSQL and the migrated tables of the product. Tests copy it, because creating one is slow. */
    migratedDataFolder: string
  }
}

/**
 * Starts one PostgreSQL for a whole test run: the embedded one, or the one in the folder `TEST_POSTGRES_PROGRAMS`.
 * Its data is not needed after the run, so it is not flushed to disk.
 */
export default async function startPostgres(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'bloodbank-test-'))
  const dataDir = join(folder, 'data')
  const migratedDataFolder = join(folder, 'migrated')
  const first = await startCluster({ dataDir, log: () => {} })
  await prepareDatabase(first.connection)
  await first.stop()
  await cp(join(dataDir, 'postgres'), join(migratedDataFolder, 'postgres'), { recursive: true })
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    // Tests that need statistics analyze their tables; a worker at the wrong moment would be one more thing that varies.
    autovacuum: 'off',
  }
  const programs = process.env.TEST_POSTGRES_PROGRAMS
  const cluster = programs
    ? await startInstalledPostgres({ programs, settings })
    : await startCluster({ dataDir, log: () => {}, settings })
  const { host, user } = cluster.connection
  const admin = new pg.Client(cluster.connection)
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  await prepareDatabase({ host, user, database: TEMPLATE })
  project.provide('postgres', { host, user })
  project.provide('migratedDataFolder', migratedDataFolder)
  return async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Does to a database what a first start of the product does. */
async function prepareDatabase(address: Address) {
  const pool = createPool(address, () => {})
  await migrate(pool)
  await grantToServer(createDatabase(pool))
  await pool.end()
}

type Start = {
  /** The folder of `initdb` and `postgres`. */
  programs: string
  settings: Record<string, string>
}

const USER = 'bloodbank'
const ATTEMPTS = 200
const PAUSE_MS = 50

/** Starts an installed PostgreSQL on its own socket; if called by root, as Debian's `postgres` user. */
async function startInstalledPostgres({ programs, settings }: Start) {
  const folder = mkdtempSync(join(tmpdir(), 'installed-postgres-'))
  const identity = debianUser()
  if (identity) chownSync(folder, identity.uid, identity.gid)
  const cluster = join(folder, 'cluster')
  execFileSync(
    join(programs, 'initdb'),
    ['-D', cluster, '-U', USER, '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-instructions'],
    { stdio: 'pipe', cwd: '/', ...identity },
  )
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', cluster, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`, ...given],
    { stdio: 'ignore', cwd: '/', ...identity },
  )
  const connection = { host: folder, user: USER, database: 'postgres' }
  await waitUntilReady(connection)
  return {
    connection,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** PostgreSQL refuses to run as root. */
function debianUser() {
  if (process.getuid?.() !== 0) return null
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function waitUntilReady(connection: pg.ClientConfig) {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client(connection)
    try {
      await client.connect()
      return
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      await pause(PAUSE_MS)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
