import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startCluster } from '../cluster.ts'

/** Creates an empty folder that is removed after the test. */
export function aFolder(owner?: number): string {
  const path = mkdtempSync(join(tmpdir(), 'bloodbank-cluster-'))
  if (owner !== undefined) chownSync(path, owner, owner)
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }))
  return path
}

/**
 * Creates a data folder with a stopped database for all tests of a file: a first start for each test would take longer
 * than the test.
 */
export async function makeDatabase(): Promise<{ dataDir: string; remove: () => void }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bloodbank-cluster-'))
  const cluster = await startCluster({ dataDir, log: () => {} })
  await cluster.stop()
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Returns a PATH on which a program is replaced by a shell script. */
export function pathWithStub(program: string, script: string): string {
  const folder = aFolder()
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return `${folder}:${process.env.PATH}`
}
