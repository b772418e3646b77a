import { spawnSync } from 'node:child_process'
import { chmodSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'vitest'
import { aFolder } from './data-folders.ts'

export const NOBODY = 65534

/** An unprivileged user: `nobody` if root runs the tests, otherwise the user who runs them. */
export function aUser(context: TestContext): number | undefined {
  if (process.geteuid?.() !== 0) return undefined
  const script = fileURLToPath(import.meta.url)
  const reads = spawnSync(process.execPath, ['-e', `require('fs').readFileSync(${JSON.stringify(script)})`], {
    uid: NOBODY,
    gid: NOBODY,
    cwd: '/',
  })
  if (reads.status !== 0) context.skip('this checkout cannot be read by the user nobody')
  return NOBODY
}

/** An empty folder that every user may enter. */
export function anOpenFolder(): string {
  const folder = aFolder()
  chmodSync(folder, 0o755)
  return folder
}

/** The user id of a process or of the owner of a file. */
export const ownerOf = (what: number | string) =>
  statSync(typeof what === 'number' ? `/proc/${what}` : what).uid

export const hasNamespaces = () => spawnSync('unshare', ['-U', 'true']).status === 0
