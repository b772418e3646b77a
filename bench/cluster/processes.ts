import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** PostgreSQL refuses to run as root, so everything of the cluster then runs as Debian's user `postgres`. */
function clusterUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m)
  if (!line) throw new Error('There is no user postgres. Install postgresql-15.')
  return { uid: Number(line[1]), gid: Number(line[2]) }
}

/** Makes a folder that the processes of the cluster can write to. */
export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const user = clusterUser()
  if (user) chownSync(path, user.uid, user.gid)
  return path
}

type Launch = { command: string; args?: string[]; environment?: NodeJS.Dict<string> }

export type Program = ReturnType<typeof programIn>

/**
 * A program of the cluster, such as Patroni, and all that it has started.
 * @param folder where it works, by which its processes are found, and has its `log`
 */
export const programIn = (folder: string, { command, args = [], environment }: Launch) => ({
  async start() {
    const log = openSync(join(folder, 'log'), 'a')
    const child = spawn(command, args, {
      cwd: folder,
      env: { PATH: `${process.env.PATH}:/usr/sbin`, LANG: 'C.UTF-8', ...environment },
      stdio: ['ignore', log, log],
      // So that Ctrl-C in the terminal does not reach it before the clean-up.
      detached: true,
      ...clusterUser(),
    })
    await once(child, 'spawn')
    child.unref()
  },
  signal(signal: NodeJS.Signals) {
    for (const pid of processesIn(folder)) kill(pid, signal)
  },
  kill: () => killAll(folder),
})

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // It has ended.
    return ''
  }
}

const processesIn = (folder: string) =>
  readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0 && `${workingFolder(pid)}/`.startsWith(`${folder}/`))

function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

/** Kills all processes of a folder, also those that are started meanwhile, and waits until they have ended. */
export async function killAll(folder: string): Promise<void> {
  for (let found = processesIn(folder); found.length > 0; found = processesIn(folder)) {
    for (const pid of found) kill(pid, 'SIGKILL')
    await pause(10)
  }
}
