import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { basename } from 'node:path'

/** A living process; null means that we have no permission to read the value. */
export type Process = {
  pid: number
  program: string | null
  args: string[]
  folder: { dev: number; ino: number } | null
}

/** Returns null for a process that has ended, also for a zombie. */
export function findProcess(pid: number): Process | null {
  const stat = readOrNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The name in parentheses can contain any character, also parentheses; the state follows the last one.
  const state = stat?.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
  if (!state || state === 'Z' || state === 'X') return null
  const program = readOrNull(() => readlinkSync(`/proc/${pid}/exe`))
  const args = readOrNull(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? ''
  return {
    pid,
    // After an upgrade, running processes still have the deleted program.
    program: program && basename(program.replace(/ \(deleted\)$/, '')),
    args: args.split('\0').slice(0, -1),
    folder: readOrNull(() => statSync(`/proc/${pid}/cwd`)),
  }
}

/** Finds every process of a server, whoever started it: PostgreSQL's working directory is its data folder. */
export function findServersIn(folder: string): Process[] {
  const ids = readOrNull(() => readdirSync('/proc')) ?? []
  return ids
    .filter(name => /^\d+$/.test(name))
    .map(name => findProcess(Number(name)))
    .filter(process => process !== null)
    .filter(process => isServerIn(process, folder))
}

export function isServerIn({ program, folder: own, args }: Process, folder: string): boolean {
  if (program !== 'postgres') return false
  const wanted = readOrNull(() => statSync(folder))
  const worksThere = own !== null && wanted !== null && own.dev === wanted.dev && own.ino === wanted.ino
  return worksThere || isOurServer(args, folder)
}

/** The first arguments of every server started here; nobody would type them in this form. */
export const serverArgs = (folder: string) => ['-D', folder, '-c', 'listen_addresses=']

/** Whether a command line is that of a server that was started here on the folder. */
export function isOurServer([program, ...args]: string[], folder: string): boolean {
  return program?.endsWith('/postgres') === true && serverArgs(folder).every((arg, i) => args[i] === arg)
}

function readOrNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
