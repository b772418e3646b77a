import { chmodSync, statSync } from 'node:fs'
import { aFolder } from './data-folders.ts'

export const NOBODY = 65534

/** An unprivileged user: `nobody` if root runs the tests, otherwise the user who runs them. */
export const aUser = () => (process.geteuid?.() === 0 ? NOBODY : undefined)

/** An empty folder that every user may enter. */
export function anOpenFolder(): string {
  const folder = aFolder()
  chmodSync(folder, 0o755)
  return folder
}

/** The user id of a process or of the owner of a file. */
export const ownerOf = (what: number | string) =>
  statSync(typeof what === 'number' ? `/proc/${what}` : what).uid
