import { createHash } from 'node:crypto'
import { accessSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { syncFolder } from './sync-folder.ts'

/** Where everything of one data folder lives; all paths are absolute and free of symbolic links. */
export type DataFolder = {
  path: string
  cluster: string
  lock: string
  log: string
  /** the server's socket and its library links; emptied at every start */
  run: string
}

/** What `pg` needs to connect. Port and ssl are said so that PGPORT and PGSSLMODE have no say. */
export type Connection = { host: string; port: number; user: string; database: string; ssl: false }

const PORT = 5432

// sun_path holds 108 bytes, its ending NUL among them.
const SOCKET_PATH_MAX_BYTES = 107

// They mean something in LD_LIBRARY_PATH or in unix_socket_directories.
const SPECIAL_SIGNS = /[:;,"$]/

/** Makes the data folder when it is missing. Throws, naming the folder, when it cannot be used. */
export function openDataFolder(dataDir: string): DataFolder {
  try {
    // Others may pass through (PostgreSQL under another user id must) but not look around.
    const created = mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    if (created) syncFolder(dirname(created))
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The data folder ${dataDir} cannot be used (${reason}). Choose another with DATA_DIR.`)
  }
  const folder = layOut(dataDir)
  refuseOthersFiles(folder)
  return folder
}

// Root gets along with any owner; anybody else would fail later, in words that do not help.
function refuseOthersFiles({ path, cluster, lock }: DataFolder): void {
  const self = process.geteuid?.()
  for (const file of [cluster, lock]) {
    const uid = statSync(file, { throwIfNoEntry: false })?.uid ?? self
    if (self === 0 || uid === self) continue
    throw new Error(
      `The data folder ${path} belongs to another user (id ${uid}). Start as that user, or choose another DATA_DIR.`,
    )
  }
}

/** How to reach the server of a data folder, for a process that did not start it. */
export function connectionTo(dataDir: string): Connection {
  return connectionIn(layOut(dataDir))
}

export function connectionIn(folder: DataFolder): Connection {
  return { host: folder.run, port: PORT, user: 'bloodbank', database: 'bloodbank', ssl: false }
}

function layOut(dataDir: string): DataFolder {
  const path = realpathSync(dataDir)
  return {
    path,
    cluster: join(path, 'postgres'),
    lock: join(path, 'postgres.lock'),
    log: join(path, 'postgres.log'),
    run: isFitForRunning(join(path, 'run')) ? join(path, 'run') : runFolderElsewhere(path),
  }
}

// The name follows from the data folder alone, so that any process finds the way to the server.
function runFolderElsewhere(path: string): string {
  const name = `bloodbank-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`
  const run = join(realpathSync(tmpdir()), name)
  if (isFitForRunning(run)) return run
  throw new Error(`Neither the data folder ${path} nor ${run} is a path that a Unix socket can have.`)
}

function isFitForRunning(run: string): boolean {
  const socket = join(run, `.s.PGSQL.${PORT}`)
  return Buffer.byteLength(socket) <= SOCKET_PATH_MAX_BYTES && !SPECIAL_SIGNS.test(run)
}
