import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

type Start = {
  /** The folder of `initdb` and `postgres`. */
  programs: string
  settings: Record<string, string>
}

const USER = 'bloodbank'
const ATTEMPTS = 200
const PAUSE_MS = 50

/** Starts an installed PostgreSQL on its own socket; if called by root, as Debian's `postgres` user. */
export async function startInstalledPostgres({ programs, settings }: Start) {
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
