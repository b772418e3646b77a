import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'
import { run } from './run.ts'
import { librariesIn, makeRunFolder, type Owner } from './run-folder.ts'

/** A way to run PostgreSQL's programs, which refuse to run as root. */
export type Way = {
  /** who owns the files that PostgreSQL makes, as seen from here */
  owner: Owner
  command(program: string, args: string[]): [string, ...string[]]
  env: Record<string, string>
}

type Candidate = { owner: Owner; prefix: string[] }

const NOBODY = 65534

/**
 * Finds the first way in which PostgreSQL runs here and may enter the data folder, and prepares the run
 * folder for it. Throws with what each way said when none does.
 */
export async function findWay(folder: DataFolder, binaries: Binaries): Promise<Way> {
  const complaints: string[] = []
  for (const candidate of candidates(folder, binaries)) {
    makeRunFolder(folder, binaries, candidate.owner)
    const way = toWay(candidate, folder)
    const trial = ['-c', 'cd "$1" && exec "$0" -V', binaries.postgres, folder.path]
    const { code, output } = await run(way.command('sh', trial), way.env)
    if (code === 0) return way
    complaints.push(
      `${candidate.prefix.slice(0, 3).join(' ') || 'plainly'}: ${output.trim() || `exit ${code}`}`,
    )
  }
  throw new Error(
    `PostgreSQL cannot run here on the data folder ${folder.path}. Give it a folder that a user other than ` +
      `root may enter, run as another user, or set DATABASE_URL. Tried:\n${complaints.join('\n')}`,
  )
}

function toWay({ owner, prefix }: Candidate, folder: DataFolder): Way {
  return {
    owner,
    command: (program, args) => [...prefix, program, ...args] as [string, ...string[]],
    // Only what it needs: the caller's PG…, LC_… and LD_… variables are meant for other programs.
    env: {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      LC_ALL: 'C',
      TZ: 'UTC',
      LD_LIBRARY_PATH: librariesIn(folder.run),
    },
  }
}

function candidates(folder: DataFolder, binaries: Binaries): Candidate[] {
  const self = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 }
  if (self.uid !== 0) {
    const plain = { owner: self, prefix: [] }
    return isKnown() ? [asSelf(self), plain] : [inNamespace(self), asSelf(self), plain]
  }
  // Made by a user: it stays that user's, who can go on without root.
  const cluster = statSync(folder.cluster, { throwIfNoEntry: false })
  if (cluster && cluster.uid !== 0) return [asOther(cluster)]
  const installer = statSync(binaries.postgres)
  return [inNamespace(self), asOther(installer.uid === 0 ? { uid: NOBODY, gid: NOBODY } : installer)]
}

// Seen from inside a namespace we are nobody, seen from outside still ourselves: nothing changes hands,
// and folders that only root may enter stay open.
const inNamespace = (owner: Owner): Candidate => ({
  owner,
  prefix: [
    ...['unshare', '-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'],
    ...['setpriv', ...withParent()],
  ],
})

const asSelf = (owner: Owner): Candidate => ({
  owner,
  prefix: ['setpriv', ...withParent()],
})

const asOther = ({ uid, gid }: Owner): Candidate => ({
  owner: { uid, gid },
  prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...withParent()],
})

// PostgreSQL shuts down when the thread that started it ends, even by kill -9: no orphan stays. Were
// that thread gone before setpriv asked for the signal, none would come; so look who the parent is.
const withParent = () => [
  ...['--pdeathsig', 'INT', '--'],
  ...['sh', '-c', '[ "$PPID" = "$0" ] || exit 1; exec "$@"', String(process.pid)],
]

// initdb refuses a user id that has no name, as containers are often given.
function isKnown(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}
