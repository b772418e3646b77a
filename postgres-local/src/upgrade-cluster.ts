import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Binaries, findEarlierBinaries } from './binaries.ts'
import { type Connection, connectionOf, type DataFolder, syncFolder } from './data-folder.ts'
import {
  adoptCluster,
  initdb,
  makeUnfinished,
  readMajor,
  removeUnfinished,
  unfinishedIn,
} from './new-cluster.ts'
import { stopOrphans } from './orphans.ts'
import { addLibraries } from './run-folder.ts'
import { type Start, startServerOn } from './start-server.ts'

/**
 * Copies everything from one server to another, empty one, and throws unless all of it has arrived. `folder` is empty,
 * on the disk of the clusters, and removed afterwards.
 * @returns what was copied, for the log
 */
export type CopyDatabase = (copy: { from: Connection; to: Connection; folder: string }) => Promise<string>

type Upgrade = Omit<Start, 'settings' | 'port'> & {
  copyDatabase: CopyDatabase | undefined
  /** Replaced by tests. */
  run?: (folder: DataFolder, start: Start, act: (connection: Connection) => Promise<void>) => Promise<void>
  findEarlier?: (major: number) => Binaries | null
  create?: typeof initdb
}

/** Nobody else looks for these sockets, so that no command writes into a database while it is copied. */
const EARLIER_PORT = 5433
const NEW_PORT = 5434

/** A complete, upgraded cluster, for the moment in which the earlier one is moved out of its place. */
const upgradedIn = ({ cluster }: DataFolder) => `${cluster}.upgraded`

/** Where the cluster of an earlier major version stays after the upgrade. */
const previousClusterIn = ({ cluster }: DataFolder, major: number) => `${cluster}-${major}-kept`

/**
 * Continues or undoes an upgrade that was killed. Call it before anything else looks at the cluster. While the earlier
 * cluster is in its place, it alone counts, because an earlier version of the program may have written to it since.
 */
export async function recoverUpgrade(folder: DataFolder, log: (message: string) => void): Promise<void> {
  for (const path of unfinishedIn(folder))
    await stopOrphans({ ...folder, cluster: join(path, 'cluster') }, log)
  removeUnfinished(folder)
  const upgraded = upgradedIn(folder)
  if (!existsSync(upgraded)) return
  if (existsSync(folder.cluster)) rmSync(upgraded, { recursive: true })
  else moveInto(folder.cluster, upgraded)
}

/**
 * Upgrades a cluster of an earlier major version, if its programs are installed and the caller can copy a database:
 * copies it into a new cluster and exchanges the two when everything has arrived. The earlier one is only read, and is
 * kept. Does nothing otherwise. `kill -9` at any moment leaves one of the two in its place or the new one ready to be
 * moved there. Throws if a kept cluster is in the way, or if copying fails; the earlier cluster then is as it was.
 */
export async function upgradeCluster(folder: DataFolder, upgrade: Upgrade): Promise<void> {
  const { binaries, copyDatabase, log, findEarlier = findEarlierBinaries } = upgrade
  const major = readMajor(folder.cluster)
  if (major === null || major >= binaries.major) return remindOfPrevious(folder, upgrade)
  const earlier = findEarlier(major)
  if (!earlier || !copyDatabase) return
  const previous = previousClusterIn(folder, major)
  if (existsSync(previous))
    throw new Error(
      `${folder.cluster} is to be upgraded to PostgreSQL ${binaries.major}, but ${previous} is still there from an earlier ` +
        'upgrade. Move one of the two away: if the site has run since, the first is the newer one.',
    )
  log(
    `Upgrading the database from PostgreSQL ${major} to ${binaries.major}. This can take minutes; it may be interrupted.`,
  )
  const unfinished = makeUnfinished(folder, upgrade.launcher)
  const cluster = join(unfinished, 'cluster')
  const copied = await copyCluster({ folder, earlier, cluster, copyDatabase, upgrade })
  moveInto(upgradedIn(folder), cluster)
  moveInto(previous, folder.cluster)
  moveInto(folder.cluster, upgradedIn(folder))
  rmSync(unfinished, { recursive: true })
  log(`The database is upgraded: ${copied}.`)
  remindOfPrevious(folder, upgrade)
}

type Copy = {
  folder: DataFolder
  earlier: Binaries
  /** Where the new cluster is created. */
  cluster: string
  copyDatabase: CopyDatabase
  upgrade: Upgrade
}

async function copyCluster({ folder, earlier, cluster, copyDatabase, upgrade }: Copy): Promise<string> {
  const { binaries, launcher, log, run = runServer, create = initdb } = upgrade
  await create(cluster, binaries, launcher)
  adoptCluster(folder.cluster, launcher)
  const libraries = addLibraries(folder, earlier, launcher.owner)
  const earlierLauncher = { ...launcher, env: { ...launcher.env, LD_LIBRARY_PATH: libraries } }
  const common = { log, settings: {} }
  let copied = ''
  await run(folder, { ...common, binaries: earlier, launcher: earlierLauncher, port: EARLIER_PORT }, from =>
    run({ ...folder, cluster }, { ...common, binaries, launcher, port: NEW_PORT }, async to => {
      copied = await copyDatabase({ from, to, folder: dirname(cluster) })
    }),
  )
  return copied
}

/** Acts while a server runs, and ends it. What was committed is on the disk, in the write-ahead log at least. */
async function runServer(folder: DataFolder, start: Start, act: (connection: Connection) => Promise<void>) {
  const server = await startServerOn(folder, start)
  try {
    await act(connectionOf(folder, start.port))
  } finally {
    await server.stop()
  }
}

/** Renames a folder. The new name is on the disk when this returns. */
function moveInto(path: string, from: string): void {
  renameSync(from, path)
  syncFolder(dirname(path))
}

const MAJORS_BACK = 5

function remindOfPrevious(folder: DataFolder, { binaries, log }: Upgrade): void {
  for (let major = binaries.major - MAJORS_BACK; major < binaries.major; major += 1) {
    const previous = previousClusterIn(folder, major)
    if (existsSync(previous))
      log(
        `The database from before the upgrade, of PostgreSQL ${major}, is still in ${previous}. ` +
          `When the site works and there is a new backup, delete it: rm -r '${previous}'`,
      )
  }
}
