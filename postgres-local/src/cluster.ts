import { findBinaries } from './binaries.ts'
import {
  type Connection,
  connectionOf,
  type DataFolder,
  hasCluster,
  prepareDataFolder,
} from './data-folder.ts'
import { findLauncher } from './launcher.ts'
import { lockDataFolder } from './lock.ts'
import { ensureCluster, refuseWithoutRoom, removeUnfinished } from './new-cluster.ts'
import { stopOrphans } from './orphans.ts'
import { removeRunFolder } from './run-folder.ts'
import type { ExitStatus } from './server.ts'
import { startServerOn } from './start-server.ts'

/** A PostgreSQL server that was started here. */
export type Cluster = {
  /** What `pg` needs to connect: `host` is the folder of the socket; user and database exist. */
  connection: Connection
  pid: number
  /** Fast shutdown, after 3 s an immediate one. Resolves when the server has ended; may be called again. */
  stop(): Promise<void>
  /** Resolves when the server process has ended for any reason; the data folder is unlocked by then. */
  ended: Promise<ExitStatus>
}

type Options = {
  dataDir: string
  log: (message: string) => void
  /** PostgreSQL parameters that override the defaults in settings.ts. */
  settings?: Record<string, string>
}

/**
 * Starts PostgreSQL on `<dataDir>/postgres`. Creates both if they are missing, and cleans up after an instance that was
 * killed. The server ends when the thread that called this function ends, for whatever reason. Throws DataFolderInUse
 * while another instance uses the folder, and an error that says what to do if the data folder, the programs or the
 * folder's content cannot be used.
 */
export async function startCluster({ dataDir, log, settings = {} }: Options): Promise<Cluster> {
  // Before anything is created, so that nothing is left behind.
  if (!hasCluster(dataDir)) refuseWithoutRoom(dataDir)
  const folder = prepareDataFolder(dataDir)
  const lock = lockDataFolder(folder)
  try {
    const server = await startServer(folder, { log, settings })
    const ended = server.ended.finally(() => {
      removeRunFolder(folder.run)
      lock.release()
    })
    return {
      connection: connectionOf(folder),
      pid: server.pid,
      async stop() {
        await server.stop()
        await ended
      },
      ended,
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startServer(folder: DataFolder, { log, settings }: Required<Omit<Options, 'dataDir'>>) {
  const binaries = findBinaries()
  await stopOrphans(folder, log)
  removeUnfinished(folder)
  const launcher = findLauncher(folder, binaries)
  const start = { binaries, launcher, log }
  await ensureCluster({ folder, ...start })
  return startServerOn(folder, { ...start, settings })
}
