import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from './data-folder.ts'
import type { Way } from './privileges.ts'

export type Ending = { code: number | null; signal: string | null }

/** One run of the postgres program. */
export type Server = {
  pid: number
  ended: Promise<Ending>
  /** asks for a fast shutdown, for an immediate one when that takes too long, and waits for the end */
  stop(): Promise<void>
}

/**
 * A fast shutdown takes well under a second, or for ever: PostgreSQL 18.4, asked for it while it begins
 * anew after the crash of a worker, waits for a checkpointer that nobody told to go. An immediate shutdown
 * ends that, too. It loses nothing; the next start replays the log.
 */
export const FAST_SHUTDOWN_WITHIN_MS = 3_000

const KNOCK_AGAIN_MS = 20
// As long as it lives it may be replaying its log after a crash; on a slow disk that takes minutes.
const READY_WITHIN_MS = 300_000
const CONNECT_WITHIN_MS = 5_000

/**
 * Starts the program in a session of its own, so that Ctrl-C reaches this process alone and PostgreSQL
 * outlives the calls in flight.
 */
export async function launch(
  { way, program, descriptor }: { way: Way; program: string; descriptor: number },
  args: string[],
): Promise<Server> {
  const [command, ...rest] = way.command(program, args)
  const child = spawn(command, rest, {
    cwd: '/',
    env: way.env,
    detached: true,
    stdio: ['ignore', descriptor, descriptor],
  })
  const ended = new Promise<Ending>(resolve => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  await once(child, 'spawn')
  return {
    pid: child.pid as number,
    ended,
    async stop() {
      // `kill` of a child that ended does nothing, so it cannot hit a stranger with the same number.
      child.kill('SIGINT')
      // One that was put to sleep hears nothing else.
      child.kill('SIGCONT')
      const hurry = setTimeout(() => child.kill('SIGQUIT'), FAST_SHUTDOWN_WITHIN_MS)
      await ended
      clearTimeout(hurry)
    },
  }
}

/** Whether the server came to take connections; false when it ended instead. Throws when it does neither. */
export async function becomesReady(server: Server, connection: Connection): Promise<boolean> {
  const giveUpAt = performance.now() + READY_WITHIN_MS
  const ended = server.ended.then(() => false)
  for (;;) {
    const answer = await Promise.race([ended, knock(connection)])
    if (typeof answer === 'boolean') return answer
    if (performance.now() > giveUpAt) throw answer
    await sleep(KNOCK_AGAIN_MS)
  }
}

const STARTING_UP = '57P03'
const NO_SUCH_DATABASE = '3D000'

// True when the door opened, the error when it is too early. Throws what waiting will not mend.
async function knock(connection: Connection): Promise<true | Error> {
  try {
    await ask(connection)
    return true
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) return error as Error
    if (error.code === STARTING_UP) return error
    if (error.code !== NO_SUCH_DATABASE) throw error
    // Here and not when the cluster is made: it is one step for PostgreSQL, whole or not at all, and
    // it is done whenever the database is missing.
    await ask({ ...connection, database: 'postgres' }, `create database ${connection.database}`)
    return true
  }
}

async function ask(connection: Connection, statement = 'select 1'): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_WITHIN_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
  }
}
