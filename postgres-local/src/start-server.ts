import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { connectionOf, type DataFolder, PORT } from './data-folder.ts'
import type { Launcher } from './launcher.ts'
import { openLogFile } from './log-file.ts'
import { stopOrphans } from './orphans.ts'
import { serverArgs } from './processes.ts'
import { type Server, startPostgres, waitUntilReady } from './server.ts'
import { settingArgs } from './settings.ts'

const RETRY_FOR_MS = 30_000
const RETRY_AFTER_MS = 250

export type Start = {
  binaries: Binaries
  launcher: Launcher
  log: (message: string) => void
  /** PostgreSQL parameters that override the defaults in settings.ts. */
  settings: Record<string, string>
}

type Attempt = Pick<Start, 'launcher'> & { program: string; args: string[] }

/**
 * Starts PostgreSQL on the cluster of a data folder that is complete and belongs to the launcher's owner.
 * @throws an error with the output of PostgreSQL if it does not start
 */
export async function startServerOn(
  folder: DataFolder,
  { binaries, launcher, log, settings }: Start,
): Promise<Server> {
  const args = [
    ...serverArgs(folder.cluster),
    '-c',
    `unix_socket_directories=${folder.run}`,
    ...settingArgs(binaries.major, { port: String(PORT), ...settings }),
  ]
  const giveUpAt = performance.now() + RETRY_FOR_MS
  for (;;) {
    const attempt = await tryToStart(folder, { launcher, program: binaries.postgres, args })
    if ('pid' in attempt) return attempt
    if (attempt.failure.includes('No space left on device')) {
      throw new Error(
        `There is no room for the database in ${folder.path}: its disk is full. Make room, and start again.\n${attempt.failure}`,
      )
    }
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
  { launcher, program, args }: Attempt,
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
