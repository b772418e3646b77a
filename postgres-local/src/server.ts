import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from './data-folder.ts'
import type { Launcher } from './launcher.ts'

export type ExitStatus = { code: number | null; signal: string | null }

/** One process of the postgres program. */
export type Server = {
  pid: number
  ended: Promise<ExitStatus>
  /** Requests a fast shutdown, after a timeout an immediate one, and waits until the process has ended. */
  stop(): Promise<void>
}

/**
 * A fast shutdown takes well under a second, or forever: if PostgreSQL 18.4 is asked for it while it restarts after the
 * crash of a worker, it waits for a checkpointer that was not told to stop. An immediate shutdown ends that, too. It
 * loses nothing: the next start replays the write-ahead log.
 */
export const FAST_SHUTDOWN_TIMEOUT_MS = 3_000

const CONNECT_AGAIN_AFTER_MS = 20
// It may be replaying its write-ahead log after a crash, which takes minutes on a slow disk.
const READY_TIMEOUT_MS = 300_000
const CONNECT_TIMEOUT_MS = 5_000

/**
 * Starts the program in its own session, so that Ctrl-C reaches only this process and PostgreSQL keeps running until the
 * open requests are answered.
 */
export async function startPostgres(
  { launcher, program, descriptor }: { launcher: Launcher; program: string; descriptor: number },
  args: string[],
): Promise<Server> {
  const [command, ...rest] = launcher.command(program, args)
  const child = spawn(command, rest, {
    cwd: '/',
    env: launcher.env,
    detached: true,
    stdio: ['ignore', descriptor, descriptor],
  })
  const ended = new Promise<ExitStatus>(resolve => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  await once(child, 'spawn')
  return {
    pid: child.pid as number,
    ended,
    async stop() {
      // `kill` of a child that has ended does nothing, so it cannot reach another process with the same id.
      child.kill('SIGINT')
      // A stopped process handles no other signal.
      child.kill('SIGCONT')
      const timeout = setTimeout(() => child.kill('SIGQUIT'), FAST_SHUTDOWN_TIMEOUT_MS)
      await ended
      clearTimeout(timeout)
    },
  }
}

/** Waits until the server accepts connections. Resolves to false if it ended instead; throws after a timeout. */
export async function waitUntilReady(server: Server, connection: Connection): Promise<boolean> {
  const giveUpAt = performance.now() + READY_TIMEOUT_MS
  const ended = server.ended.then(() => false)
  for (;;) {
    const result = await Promise.race([ended, tryToConnect(connection)])
    if (typeof result === 'boolean') return result
    if (performance.now() > giveUpAt) throw result
    await sleep(CONNECT_AGAIN_AFTER_MS)
  }
}

const STARTING_UP = '57P03'
const NO_SUCH_DATABASE = '3D000'

// Returns true after connecting, and an error if it is too early. Throws errors that waiting cannot solve.
async function tryToConnect(connection: Connection): Promise<true | Error> {
  try {
    await runStatement(connection)
    return true
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) return error as Error
    if (error.code === STARTING_UP) return error
    if (error.code !== NO_SUCH_DATABASE) throw error
    // Here and not when the cluster is created: for PostgreSQL this is one atomic step, and this way it is done whenever
    // the database is missing.
    await runStatement({ ...connection, database: 'postgres' }, `create database ${connection.database}`)
    return true
  }
}

async function runStatement(connection: Connection, statement = 'select 1'): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
  }
}
