import { closeSync, fchownSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import type { Owner } from './run-folder.ts'

const ROTATE_FROM_BYTES = 1_000_000
const TAIL_BYTES = 4_000

/** PostgreSQL's log. It contains no values of rows and no statements (see settings.ts). */
type LogFile = {
  /** The server writes to it. */
  descriptor: number
  /** What was written since the file was opened here, at most the last 4 kB. */
  tail(): string
  close(): void
}

/** Opens the log at its end. A large one is first renamed to `….1`, replacing the previous one. */
export function openLogFile(path: string, owner: Owner): LogFile {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && found.size > ROTATE_FROM_BYTES) renameSync(path, `${path}.1`)
  const descriptor = openSync(path, 'a+', 0o600)
  fchownSync(descriptor, owner.uid, owner.gid)
  const start = fstatSync(descriptor).size
  return {
    descriptor,
    tail() {
      const { size } = fstatSync(descriptor)
      const from = Math.max(start, size - TAIL_BYTES)
      const bytes = Buffer.alloc(size - from)
      readSync(descriptor, bytes, 0, bytes.length, from)
      return bytes.toString('utf8').trim()
    },
    close: () => closeSync(descriptor),
  }
}
