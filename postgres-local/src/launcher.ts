import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'
import { librariesIn, makeRunFolder, type Owner } from './run-folder.ts'
import { runProgramSync } from './run-program.ts'

/** Runs PostgreSQL's programs without root's privileges: they refuse to run as root. */
export type Launcher = {
  /** The owner of PostgreSQL's files as this process sees it. */
  owner: Owner
  command(program: string, args: string[]): [string, ...string[]]
  env: Record<string, string>
}

type Candidate = { owner: Owner; prefix: string[] }

const NOBODY = 65534

/**
 * Finds the first launcher under which PostgreSQL runs here and may enter the data folder, and prepares the run folder
 * for it. Waits for the trial, which takes milliseconds: so the programs have started when `startCluster` returns its
 * promise, and the caller can keep the event loop busy meanwhile. Throws an error with the output of each attempt if there
 * is none.
 */
export function findLauncher(folder: DataFolder, binaries: Binaries): Launcher {
  const failures: string[] = []
  for (const candidate of candidates(folder, binaries)) {
    makeRunFolder(folder, binaries, candidate.owner)
    const launcher = toLauncher(candidate, folder)
    const trial = ['-c', 'cd "$1" && exec "$0" -V', binaries.postgres, folder.path]
    const { code, output } = runProgramSync(launcher.command('sh', trial), launcher.env)
    if (code === 0) return launcher
    failures.push(
      `${candidate.prefix.slice(0, 3).join(' ') || 'directly'}: ${output.trim() || `exit ${code}`}`,
    )
  }
  throw new Error(
    `PostgreSQL cannot run here on the data folder ${folder.path}. It needs glibc, and a folder that a user ` +
      `other than root may enter: choose another with DATA_DIR, run as another user, or set DATABASE_URL. Tried:\n${failures.join('\n')}`,
  )
}

function toLauncher({ owner, prefix }: Candidate, folder: DataFolder): Launcher {
  return {
    owner,
    command: (program, args) => [...prefix, program, ...args] as [string, ...string[]],
    // Only what PostgreSQL needs: the caller's PG…, LC_… and LD_… variables are for other programs.
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
    return hasUserName() ? [asSelf(self), plain] : [inNamespace(self), asSelf(self), plain]
  }
  // A cluster that a user created stays that user's, who can then start it without root.
  const cluster = statSync(folder.cluster, { throwIfNoEntry: false })
  if (cluster && cluster.uid !== 0) return [asOther(cluster)]
  const installer = statSync(binaries.postgres)
  return [inNamespace(self), asOther(installer.uid === 0 ? { uid: NOBODY, gid: NOBODY } : installer)]
}

// Inside the namespace this process is `nobody`, outside it is still itself: no file changes its owner, and folders that
// only root may enter stay accessible.
const inNamespace = (owner: Owner): Candidate => ({
  owner,
  prefix: [
    'unshare',
    '-U',
    `--map-user=${NOBODY}`,
    `--map-group=${NOBODY}`,
    '--',
    'setpriv',
    ...endWithParent(),
  ],
})

const asSelf = (owner: Owner): Candidate => ({
  owner,
  prefix: ['setpriv', ...endWithParent()],
})

const asOther = ({ uid, gid }: Owner): Candidate => ({
  owner: { uid, gid },
  prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...endWithParent()],
})

// PostgreSQL shuts down when the thread that started it ends, even by kill -9, so that no orphan stays. If that thread
// had ended before setpriv asked for the signal, no signal would come; therefore the shell checks its parent.
const endWithParent = () => [
  '--pdeathsig',
  'INT',
  '--',
  'sh',
  '-c',
  '[ "$PPID" = "$0" ] || exit 1; exec "$@"',
  String(process.pid),
]

// initdb refuses a user id without a name; containers often have one.
function hasUserName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}
