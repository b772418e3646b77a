import { closeSync, fchownSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import type { Owner } from './run-folder.ts'

const ROTATE_FROM_BYTES = 1_000_000
const TAIL_BYTES = 4_000

/** PostgreSQL's own log. It holds no values of rows and no statements (settings.ts sees to that). */
export type LogFile = {
  /** for the server to write to */
  descriptor: number
  /** what was added since the file was opened here, at most the last 4 kB of it */
  tail(): string
  close(): void
}

/** Opens the log at its end; a big one is put aside first, in the place of the one before. */
export function openLog(path: string, owner: Owner): LogFile {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && found.size > ROTATE_FROM_BYTES) renameSync(path, `${path}.1`)
  const descriptor = openSync(path, 'a+', 0o600)
  fchownSync(descriptor, owner.uid, owner.gid)
  const begin = fstatSync(descriptor).size
  return {
    descriptor,
    tail() {
      const { size } = fstatSync(descriptor)
      const from = Math.max(begin, size - TAIL_BYTES)
      const bytes = Buffer.alloc(size - from)
      readSync(descriptor, bytes, 0, bytes.length, from)
      return bytes.toString('utf8').trim()
    },
    close: () => closeSync(descriptor),
  }
}
