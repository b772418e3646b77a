import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { type Connection, connectionOf, type DataFolder, prepareDataFolder } from './data-folder.ts'
import { findLauncher, type Launcher } from './launcher.ts'
import { lockDataFolder } from './lock.ts'
import { openLogFile } from './log-file.ts'
import { ensureCluster } from './new-cluster.ts'
import { stopOrphans } from './orphans.ts'
import { serverArgs } from './processes.ts'
import { removeRunFolder } from './run-folder.ts'
import { type ExitStatus, type Server, startPostgres, waitUntilReady } from './server.ts'
import { settingArgs } from './settings.ts'

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

const RETRY_FOR_MS = 30_000
const RETRY_AFTER_MS = 250

/**
 * Starts PostgreSQL on `<dataDir>/postgres`. Creates both if they are missing, and cleans up after an instance that was
 * killed. The server ends when the thread that called this function ends, for whatever reason. Throws DataFolderInUse
 * while another instance uses the folder, and an error that says what to do if the data folder, the programs or the
 * folder's content cannot be used.
 */
export async function startCluster({ dataDir, log, settings = {} }: Options): Promise<Cluster> {
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
  const launcher = await findLauncher(folder, binaries)
  await ensureCluster({ folder, binaries, launcher, log })
  const args = [
    ...serverArgs(folder.cluster),
    ...['-c', `unix_socket_directories=${folder.run}`],
    ...settingArgs(settings),
  ]
  const giveUpAt = performance.now() + RETRY_FOR_MS
  for (;;) {
    const attempt = await tryToStart(folder, { launcher, program: binaries.postgres, args })
    if ('pid' in attempt) return attempt
    // Another process is still ending: a worker of a killed server, or a server that had only just started.
    const isTemporary = /lock file|shared memory block/.test(attempt.failure)
    if (!isTemporary || performance.now() > giveUpAt) {
      throw new Error(`PostgreSQL did not start on ${folder.cluster}:\n${attempt.failure}`)
    }
    await sleep(RETRY_AFTER_MS)
    await stopOrphans(folder, log)
  }
}

async function tryToStart(
  folder: DataFolder,
  { launcher, program, args }: { launcher: Launcher; program: string; args: string[] },
): Promise<Server | { failure: string }> {
  const logFile = openLogFile(folder.log, launcher.owner)
  try {
    const server = await startPostgres({ launcher, program, descriptor: logFile.descriptor }, args)
    try {
      if (await waitUntilReady(server, connectionOf(folder))) return server
    } catch (error) {
      await server.stop()
      throw new Error(`PostgreSQL on ${folder.cluster} does not accept connections: ${error}`)
    }
    return { failure: logFile.tail() }
  } finally {
    logFile.close()
  }
}
