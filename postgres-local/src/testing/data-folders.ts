import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startCluster } from '../cluster.ts'

/** A new empty folder, gone after the test. */
export function aFolder(owner?: number): string {
  const path = mkdtempSync(join(tmpdir(), 'bloodbank-cluster-'))
  if (owner !== undefined) chownSync(path, owner, owner)
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }))
  return path
}

/**
 * A data folder with a stopped database in it, for all tests of a file: a first start for each of them
 * would take longer than they do.
 */
export async function makeDatabase(): Promise<{ dataDir: string; remove: () => void }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bloodbank-cluster-'))
  const cluster = await startCluster({ dataDir, log: () => {} })
  await cluster.stop()
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }) }
}
