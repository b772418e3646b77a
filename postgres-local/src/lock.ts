import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { DataFolder } from './data-folder.ts'

export type Lock = { release(): void }

/** Another copy works with the data folder; `pid` is null where the system does not tell which. */
export class DataFolderInUse extends Error {
  readonly pid: number | null

  constructor(path: string, pid: number | null) {
    const holder = pid === null ? 'another copy' : `another copy (process ${pid})`
    super(`The data folder ${path} is in use by ${holder}. Stop that one, or give this one its own DATA_DIR.`)
    this.name = 'DataFolderInUse'
    this.pid = pid
  }
}

const SQLITE_BUSY = 5

/**
 * Makes this process the only copy on the data folder until it releases the lock or ends.
 * Throws DataFolderInUse.
 *
 * The lock is the kernel's own (fcntl), so it ends with its owner, however that dies, and nothing can
 * go stale or be taken twice. A file with a process id in it would need a rule for taking over the dead
 * owner's file, and would not see an owner in another container on the same volume. Node reaches fcntl
 * locks through SQLite only: an empty database with a transaction that stays open is one.
 */
export function lockDataFolder(folder: DataFolder): Lock {
  makeLockFile(folder.lock)
  const file = new DatabaseSync(folder.lock, { timeout: 0 })
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if (isBusy(error)) throw new DataFolderInUse(folder.path, findHolder(folder.lock))
    throw new Error(
      `The data folder ${folder.path} cannot be locked (${error}). Choose another with DATA_DIR.`,
    )
  }
  return { release: () => file.isOpen && file.close() }
}

// Private, or another user could hold a read lock and keep us out. With 'wx' an existing file is not
// opened: closing any descriptor of it would drop the lock that this process may hold already.
function makeLockFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

// Lines read `1: POSIX  ADVISORY  WRITE 4711 fe:00:2146332 1073741824 1073742335`; SQLite locks bytes
// from 2^30 on. Only the message to a person rests on this.
function findHolder(path: string): number | null {
  try {
    const { ino } = statSync(path)
    const line = new RegExp(`POSIX\\s+ADVISORY\\s+WRITE\\s+(\\d+)\\s+\\S+:${ino}\\s+10737418\\d\\d\\s`)
    return Number(line.exec(readFileSync('/proc/locks', 'utf8'))?.[1]) || null
  } catch {
    return null
  }
}
