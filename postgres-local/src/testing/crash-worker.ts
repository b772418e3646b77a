import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Connection } from '../data-folder.ts'
import { query } from './queries.ts'

/** Kills a worker of the server, and returns when the server restarts its workers because of it. */
export async function crashWorker(dataDir: string, connection: Connection): Promise<void> {
  const before = countRestarts(dataDir)
  // The server accepts connections before it has started all of its workers.
  const pid = await vi.waitUntil(() => findWalWriter(connection), { timeout: 60_000 })
  process.kill(pid, 'SIGKILL')
  await vi.waitUntil(() => countRestarts(dataDir) > before, { timeout: 60_000, interval: 1 })
}

async function findWalWriter(connection: Connection): Promise<number | undefined> {
  const [worker] = await query(
    connection,
    "select pid from pg_stat_activity where backend_type = 'walwriter'",
  )
  return worker?.pid
}

const countRestarts = (dataDir: string) =>
  readFileSync(join(dataDir, 'postgres.log'), 'utf8').split('reinitializing').length
