import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Connection } from '../data-folder.ts'
import { query } from './queries.ts'

/** Kills a worker of the server, and returns when the server restarts its workers because of it. */
export async function crashWorker(dataDir: string, connection: Connection): Promise<void> {
  const before = countRestarts(dataDir)
  const [worker] = await query(
    connection,
    "select pid from pg_stat_activity where backend_type = 'walwriter'",
  )
  process.kill(worker.pid, 'SIGKILL')
  await vi.waitUntil(() => countRestarts(dataDir) > before, { timeout: 60_000, interval: 1 })
}

const countRestarts = (dataDir: string) =>
  readFileSync(join(dataDir, 'postgres.log'), 'utf8').split('reinitializing').length
