import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import type { DataFolder } from './data-folder.ts'

type Lock = { release(): void }

/** Another instance uses the data folder; `pid` is null if the system does not tell its process id. */
export class DataFolderInUse extends Error {
  readonly pid: number | null

  constructor(path: string, pid: number | null) {
    const holder = pid === null ? 'another instance' : `another instance (process ${pid})`
    super(`The data folder ${path} is in use by ${holder}. Stop it, or choose another DATA_DIR.`)
    this.name = 'DataFolderInUse'
    this.pid = pid
  }
}

const SQLITE_BUSY = 5

/**
 * Gives this process exclusive use of the data folder until it releases the lock or ends.
 * Throws DataFolderInUse.
 *
 * The lock is a kernel lock (fcntl): it ends with its owner, however that ends, so it cannot become stale or be held
 * twice. A file with a process id would need a rule for taking over a dead owner's file, and would not see an owner in
 * another container on the same volume. Node has fcntl locks only through SQLite: an empty database with an open
 * transaction is one.
 */
export function lockDataFolder(folder: DataFolder): Lock {
  makeLockFile(folder.lock)
  const { DatabaseSync } = loadSqlite()
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

// Node 22 warns that it is an experiment. What it does here has not changed since.
function loadSqlite() {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}

// Private, because another user could otherwise hold a read lock. With 'wx' an existing file is not opened: closing any
// descriptor of it would release a lock that this process may already hold.
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

// Lines look like `1: POSIX  ADVISORY  WRITE 4711 fe:00:2146332 1073741824 1073742335`; SQLite locks bytes
// from 2^30 on. Only the error message depends on this.
function findHolder(path: string): number | null {
  try {
    const { ino } = statSync(path)
    const line = new RegExp(`POSIX\\s+ADVISORY\\s+WRITE\\s+(\\d+)\\s+\\S+:${ino}\\s+10737418\\d\\d\\s`)
    return Number(line.exec(readFileSync('/proc/locks', 'utf8'))?.[1]) || null
  } catch {
    return null
  }
}
