import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'
import type { Way } from './privileges.ts'
import { run } from './run.ts'
import { syncFolder } from './sync-folder.ts'

const MAJOR = '18'

/**
 * Makes sure that the data folder has a whole cluster in it, and that the way's owner owns it. A cluster
 * is made under another name, synced, and gets its own name last, so that the name is proof: initdb
 * writes PG_VERSION first of all, and a start that trusted it would trip over a half-made cluster.
 * Throws when there is something else of that name, or a cluster of another major version.
 */
export async function ensureCluster({
  folder,
  binaries,
  way,
  log,
}: {
  folder: DataFolder
  binaries: Binaries
  way: Way
  log: (message: string) => void
}): Promise<void> {
  removeUnfinished(folder)
  const found = statSync(folder.cluster, { throwIfNoEntry: false })
  if (found && !isEmpty(folder.cluster)) {
    refuseOthers(folder.cluster)
    // A copied folder can come with open doors, and PostgreSQL would refuse it.
    if (found.mode & 0o077) chmodSync(folder.cluster, 0o700)
    if (found.uid !== way.owner.uid) handOver(folder.cluster, way)
    return
  }
  log(`Making the database in ${folder.cluster}`)
  const unfinished = mkdtempSync(`${folder.cluster}.new-`)
  chownSync(unfinished, way.owner.uid, way.owner.gid)
  await initdb(unfinished, binaries, way)
  renameSync(unfinished, folder.cluster)
  syncFolder(folder.path)
}

async function initdb(path: string, binaries: Binaries, way: Way): Promise<void> {
  const args = [
    ...['-D', path, '-U', 'bloodbank', '--no-instructions'],
    // Said in full: under LANG=C it would be SQL_ASCII, which takes any bytes for text.
    ...['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    // Who may enter the run folder is the system's to say; there is no other door.
    ...['--auth-local=trust', '--auth-host=reject'],
  ]
  const { code, output } = await run(way.command(binaries.initdb, args), way.env)
  if (code === 0) return
  rmSync(path, { recursive: true, force: true })
  throw new Error(`initdb could not make the database:\n${output.trim()}`)
}

// Left by copies that were killed. An initdb that has not noticed yet may still write into one of them,
// hence a new name each time; what it leaves there goes at the next start.
function removeUnfinished(folder: DataFolder): void {
  for (const name of readdirSync(folder.path)) {
    if (!name.startsWith(`${basename(folder.cluster)}.new-`)) continue
    try {
      rmSync(join(folder.path, name), { recursive: true, force: true })
    } catch {}
  }
}

function refuseOthers(cluster: string): void {
  const major = readMajor(cluster)
  if (major === MAJOR) return
  throw new Error(
    major === null
      ? `${cluster} is not a PostgreSQL data folder. Move it away, or choose another DATA_DIR.`
      : `${cluster} was made by PostgreSQL ${major}, and this is ${MAJOR}. Export it with the earlier version ` +
          'of this program and restore the export into an empty DATA_DIR.',
  )
}

function readMajor(cluster: string): string | null {
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch {
    return null
  }
}

const isEmpty = (path: string) => statSync(path).isDirectory() && readdirSync(path).length === 0

// For root only: the cluster was made where user namespaces are allowed, and here they are not. The
// folder itself comes last, so that a start after a kill in between does it again.
function handOver(cluster: string, { owner: { uid, gid } }: Way): void {
  for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(cluster, name), uid, gid)
  }
  chownSync(cluster, uid, gid)
}
