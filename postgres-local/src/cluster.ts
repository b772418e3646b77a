import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { type Connection, connectionIn, type DataFolder, openDataFolder } from './data-folder.ts'
import { endLeftovers } from './leftovers.ts'
import { lockDataFolder } from './lock.ts'
import { openLog } from './log-file.ts'
import { ensureCluster } from './new-cluster.ts'
import { findWay, type Way } from './privileges.ts'
import { ourArgs } from './processes.ts'
import { removeRunFolder } from './run-folder.ts'
import { becomesReady, type Ending, launch, type Server } from './server.ts'
import { settingArgs } from './settings.ts'

/** A running PostgreSQL server of ours. */
export type Cluster = {
  /** what `pg` needs to connect: host is the socket folder, user and database are there */
  connection: Connection
  pid: number
  /** fast shutdown, an immediate one after 3 s; settles when the server has ended, as often as it is called */
  stop(): Promise<void>
  /** settles when the server process ended, whoever ended it; the data folder is free by then */
  ended: Promise<Ending>
}

type Options = {
  dataDir: string
  log: (message: string) => void
  /** PostgreSQL's own parameters, over ours */
  settings?: Record<string, string>
}

const RETRY_FOR_MS = 30_000
const RETRY_AFTER_MS = 250

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, making both when they are missing and cleaning up after a
 * copy that was killed. The server ends when the thread that called this ends, however it does. Throws
 * DataFolderInUse while another copy has the folder, and an error in plain words when the data folder,
 * the programs, or what is in the folder will not do.
 */
export async function startCluster({ dataDir, log, settings = {} }: Options): Promise<Cluster> {
  const folder = openDataFolder(dataDir)
  const lock = lockDataFolder(folder)
  try {
    const server = await startServer(folder, { log, settings })
    const ended = server.ended.finally(() => {
      removeRunFolder(folder.run)
      lock.release()
    })
    return {
      connection: connectionIn(folder),
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
  await endLeftovers(folder, log)
  const way = await findWay(folder, binaries)
  await ensureCluster({ folder, binaries, way, log })
  const args = [
    ...ourArgs(folder.cluster),
    ...['-c', `unix_socket_directories=${folder.run}`],
    ...settingArgs(settings),
  ]
  const giveUpAt = performance.now() + RETRY_FOR_MS
  for (;;) {
    const attempt = await tryToStart(folder, { way, program: binaries.postgres, args })
    if ('pid' in attempt) return attempt
    // Somebody is still leaving: a worker of a killed server, or a server that was just being born.
    const isPassing = /lock file|shared memory block/.test(attempt.complaint)
    if (!isPassing || performance.now() > giveUpAt) {
      throw new Error(`PostgreSQL did not start on ${folder.cluster}:\n${attempt.complaint}`)
    }
    await sleep(RETRY_AFTER_MS)
    await endLeftovers(folder, log)
  }
}

async function tryToStart(
  folder: DataFolder,
  { way, program, args }: { way: Way; program: string; args: string[] },
): Promise<Server | { complaint: string }> {
  const logFile = openLog(folder.log, way.owner)
  try {
    const server = await launch({ way, program, descriptor: logFile.descriptor }, args)
    try {
      if (await becomesReady(server, connectionIn(folder))) return server
    } catch (error) {
      await server.stop()
      throw new Error(`PostgreSQL on ${folder.cluster} does not answer as it should: ${error}`)
    }
    return { complaint: logFile.tail() }
  } finally {
    logFile.close()
  }
}
