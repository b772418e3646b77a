import { createHash } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The paths inside one data folder, absolute and without symbolic links. */
export type DataFolder = {
  path: string
  cluster: string
  lock: string
  log: string
  /** The server's socket and the links to its libraries; emptied at every start. */
  run: string
}

/** What `pg` needs to connect. Port and ssl are explicit so that PGPORT and PGSSLMODE have no effect. */
export type Connection = { host: string; port: number; user: string; database: string; ssl: false }

/** The port in the name of the socket, by which every process finds the server. */
export const PORT = 5432

// sun_path has 108 bytes, including the terminating NUL.
const SOCKET_PATH_MAX_BYTES = 107

// These have a special meaning in LD_LIBRARY_PATH or in unix_socket_directories.
const SPECIAL_CHARACTERS = /[:;,"$]/

/** Creates the data folder if it is missing. Throws an error that names the folder if it cannot be used. */
export function prepareDataFolder(dataDir: string): DataFolder {
  try {
    // Other users may traverse the folder, which PostgreSQL under another user id has to, but not list it.
    const created = mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    if (created) syncFolder(dirname(created))
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The data folder ${dataDir} cannot be used (${reason}). Choose another with DATA_DIR.`)
  }
  const folder = pathsIn(dataDir)
  refuseForeignFiles(folder)
  return folder
}

// Root can use any owner's files. Anybody else would fail later, with a message that does not help.
function refuseForeignFiles({ path, cluster, lock }: DataFolder): void {
  const self = process.geteuid?.()
  for (const file of [cluster, lock]) {
    const uid = statSync(file, { throwIfNoEntry: false })?.uid ?? self
    if (self === 0 || uid === self) continue
    throw new Error(
      `The data folder ${path} belongs to another user (id ${uid}). Start as that user, or choose another DATA_DIR.`,
    )
  }
}

/** Whether a data folder has a database. */
export const hasCluster = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres'))

/** How to connect to the server of a data folder from a process that did not start it. */
export function connectionTo(dataDir: string): Connection {
  return connectionOf(pathsIn(dataDir))
}

export function connectionOf(folder: DataFolder): Connection {
  return { host: folder.run, port: PORT, user: 'bloodbank', database: 'bloodbank', ssl: false }
}

function pathsIn(dataDir: string): DataFolder {
  const path = realpathSync(dataDir)
  return {
    path,
    cluster: join(path, 'postgres'),
    lock: join(path, 'postgres.lock'),
    log: join(path, 'postgres.log'),
    run: canHoldSocket(join(path, 'run')) ? join(path, 'run') : temporaryRunFolder(path),
  }
}

// The name is derived from the data folder alone, so that every process can find the socket.
function temporaryRunFolder(path: string): string {
  const name = `bloodbank-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`
  const run = join(realpathSync(tmpdir()), name)
  if (canHoldSocket(run)) return run
  throw new Error(
    `The paths ${path} and ${run} are both too long for a Unix socket, or contain characters that its path cannot have. Choose another DATA_DIR.`,
  )
}

function canHoldSocket(run: string): boolean {
  const socket = join(run, `.s.PGSQL.${PORT}`)
  return Buffer.byteLength(socket) <= SOCKET_PATH_MAX_BYTES && !SPECIAL_CHARACTERS.test(run)
}

/** Makes a rename survive a power failure: it is durable only after its folder was synced. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
