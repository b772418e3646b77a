import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'
import { syncFolder } from './data-folder.ts'
import type { Launcher } from './launcher.ts'
import { runProgram } from './run-program.ts'

/**
 * Makes sure that the data folder contains a complete cluster that belongs to the launcher's owner. A new cluster is
 * created under another name, synced and renamed last, so that the name proves that it is complete: initdb writes
 * PG_VERSION first, so that file proves nothing. Throws if there is something else of that name, or a cluster of another
 * major version.
 */
export async function ensureCluster({
  folder,
  binaries,
  launcher,
  log,
}: {
  folder: DataFolder
  binaries: Binaries
  launcher: Launcher
  log: (message: string) => void
}): Promise<void> {
  const found = statSync(folder.cluster, { throwIfNoEntry: false })
  if (found && !isEmpty(folder.cluster)) {
    refuseForeignCluster(folder.cluster, binaries)
    adoptCluster(folder.cluster, launcher)
    return
  }
  refuseWithoutRoom(folder.path)
  log(`Creating the database in ${folder.cluster}`)
  const unfinished = makeUnfinished(folder, launcher)
  await initdb(unfinished, binaries, launcher)
  renameSync(unfinished, folder.cluster)
  syncFolder(folder.path)
}

const MB = 1_000_000

/** An empty database takes half of it; the rest is for the first weeks. */
const NEEDED_MB = 100

/** PostgreSQL itself would fail in the middle, with a message that does not help. The folder may be missing yet. */
export function refuseWithoutRoom(path: string): void {
  let existing = path
  while (!existsSync(existing)) existing = dirname(existing)
  const { bavail, bsize } = statfsSync(existing)
  const freeMb = Math.floor((bavail * bsize) / MB)
  if (freeMb >= NEEDED_MB) return
  throw new Error(
    `There is no room for the database in ${path}: it needs ${NEEDED_MB} MB, and ${freeMb} MB are free. Make room, or choose another folder with DATA_DIR.`,
  )
}

/** Repairs the permissions and the owner of a cluster, so that the launcher can start it. */
function adoptCluster(cluster: string, launcher: Launcher): void {
  const { mode, uid } = statSync(cluster)
  // A copied folder can have permissions that PostgreSQL refuses.
  if (mode & 0o077) chmodSync(cluster, 0o700)
  if (uid !== launcher.owner.uid) changeOwner(cluster, launcher)
}

/** A new folder beside the cluster, which is removed at the next start unless it gets another name. */
function makeUnfinished(folder: DataFolder, { owner }: Launcher): string {
  const unfinished = mkdtempSync(`${folder.cluster}.new-`)
  chownSync(unfinished, owner.uid, owner.gid)
  return unfinished
}

/** Creates a cluster in an empty folder. Removes it again and throws if it fails. */
async function initdb(path: string, binaries: Binaries, launcher: Launcher): Promise<void> {
  const args = [
    '-D',
    path,
    '-U',
    'bloodbank',
    '--no-instructions',
    // Explicit, because under LANG=C it would be SQL_ASCII, which accepts any bytes as text.
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    // The permissions of the run folder decide who may connect; there is no other socket.
    '--auth-local=trust',
    '--auth-host=reject',
  ]
  const { code, output } = await runProgram(launcher.command(binaries.initdb, args), launcher.env)
  if (code === 0) return
  rmSync(path, { recursive: true, force: true })
  throw new Error(`initdb could not create the database:\n${output.trim()}`)
}

// Left by instances that were killed. An initdb of theirs may still be writing into one of these folders, hence a new
// name each time; what it writes there is removed at the next start.
export function removeUnfinished(folder: DataFolder): void {
  for (const name of readdirSync(folder.path)) {
    if (!name.startsWith(`${basename(folder.cluster)}.new-`)) continue
    try {
      rmSync(join(folder.path, name), { recursive: true, force: true })
    } catch {}
  }
}

function refuseForeignCluster(cluster: string, binaries: Binaries): void {
  const major = readMajor(cluster)
  if (major === binaries.major) return
  if (major === null)
    throw new Error(`${cluster} is not a PostgreSQL data folder. Move it away, or choose another DATA_DIR.`)
  throw new Error(
    `${cluster} was created by PostgreSQL ${major}, but this is ${binaries.major}. ` +
      (major > binaries.major
        ? 'Start the newer version of this program, or restore a backup of this one into an empty DATA_DIR.'
        : `Start the last version of this program that has PostgreSQL ${major} (see CHANGELOG.md), and make a backup ` +
          'with it: npm run backup FILE. Then restore it with this version into an empty DATA_DIR: npm run restore FILE.'),
  )
}

/** The major version of PostgreSQL that created a cluster; null if the folder is none. */
function readMajor(cluster: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'), 10) || null
  } catch {
    return null
  }
}

const isEmpty = (path: string) => statSync(path).isDirectory() && readdirSync(path).length === 0

// Only needed for root: the cluster was created where user namespaces are allowed, and here they are not. The folder
// itself comes last, so that a start after a kill in between repeats this.
function changeOwner(cluster: string, { owner: { uid, gid } }: Launcher): void {
  for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(cluster, name), uid, gid)
  }
  chownSync(cluster, uid, gid)
}
