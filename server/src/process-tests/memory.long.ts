import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { processTree } from '@blood-bank/postgres-local/testing/process-tree'
import { expect, onTestFinished, test } from 'vitest'
import { launchServer } from '../testing/launch-product.ts'

/** Of 240 MB that the product may take on a small machine, npm, which only waits, takes 24. */
const MAX_MB = 216

/** V8 returns what the start took when the process has been idle for some seconds. */
const IDLE_MS = 30_000

/** What the processes take together, in MB: of a page of memory that several use, each its part. Null if it cannot be read. */
function memoryOf(pids: number[]): number | null {
  try {
    const parts = pids.map(pid =>
      Number(/^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]),
    )
    return parts.reduce((sum, part) => sum + part, 0) / 1024
  } catch {
    return null
  }
}

test('the server and its PostgreSQL fit into the memory of a small machine after the start of the demo', async ({
  skip,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'memory-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const server = await launchServer({ dataDir, args: ['demo'] })
  onTestFinished(async () => {
    server.signal('SIGTERM')
    await server.ended
  })
  await server.ready
  await pause(IDLE_MS)
  const megabytes = memoryOf(processTree(server.pid))
  if (megabytes === null) return skip('the system does not say how much memory a process takes')
  expect(megabytes).toBeGreaterThan(50)
  expect(megabytes).toBeLessThan(MAX_MB)
})
