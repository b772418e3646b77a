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
import { ensureCluster, refuseWithoutRoom } from './new-cluster.ts'
import { stopOrphans } from './orphans.ts'
import { removeRunFolder } from './run-folder.ts'
import type { ExitStatus } from './server.ts'
import { startServerOn } from './start-server.ts'
import { type CopyDatabase, recoverUpgrade, upgradeCluster } from './upgrade-cluster.ts'

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
  /** Copies everything from the server of an earlier major version to one of this version. Without it such a folder is refused. */
  copyDatabase?: CopyDatabase | undefined
}

/**
 * Starts PostgreSQL on `<dataDir>/postgres`. Creates both if they are missing, and cleans up after an instance that was
 * killed. The server ends when the thread that called this function ends, for whatever reason. Throws DataFolderInUse
 * while another instance uses the folder, and an error that says what to do if the data folder, the programs or the
 * folder's content cannot be used.
 */
export async function startCluster({ dataDir, log, settings = {}, copyDatabase }: Options): Promise<Cluster> {
  // Before anything is created, so that nothing is left behind.
  if (!hasCluster(dataDir)) refuseWithoutRoom(dataDir)
  const folder = prepareDataFolder(dataDir)
  const lock = lockDataFolder(folder)
  try {
    const server = await startServer(folder, { log, settings, copyDatabase })
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

async function startServer(
  folder: DataFolder,
  {
    log,
    settings,
    copyDatabase,
  }: Omit<Options, 'dataDir' | 'settings'> & Required<Pick<Options, 'settings'>>,
) {
  const binaries = findBinaries()
  await stopOrphans(folder, log)
  await recoverUpgrade(folder, log)
  const launcher = findLauncher(folder, binaries)
  const start = { binaries, launcher, log }
  await upgradeCluster(folder, { ...start, copyDatabase })
  await ensureCluster({ folder, ...start })
  return startServerOn(folder, { ...start, settings })
}
