import { chmodSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'vitest'
import { aFolder } from './data-folders.ts'

export const NOBODY = 65534

/** An unprivileged user: `nobody` if root runs the tests, otherwise the user who runs them. */
export function aUser(context: TestContext): number | undefined {
  if (process.geteuid?.() !== 0) return undefined
  const closed = closedPart(fileURLToPath(import.meta.url))
  if (closed)
    context.skip(
      `${closed} is closed to other users, who can therefore not start the program in this checkout`,
    )
  return NOBODY
}

/**
 * The file, or the first folder above it, that its mode closes to other users; undefined if they can read it. Only the modes
 * count: a program that fails for another reason fails its test.
 */
function closedPart(file: string): string | undefined {
  const isOpen = (path: string, mode: number) => (statSync(path).mode & mode) === mode
  if (!isOpen(file, constants.S_IROTH)) return file
  for (let path = file; path !== dirname(path); ) {
    path = dirname(path)
    if (!isOpen(path, constants.S_IXOTH)) return path
  }
  return undefined
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
