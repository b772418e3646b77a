import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { basename } from 'node:path'

/** A living process; null stands for what we may not see. */
export type Process = {
  pid: number
  program: string | null
  args: string[]
  folder: { dev: number; ino: number } | null
}

/** Null for a process that is gone, and for a zombie, which only waits for its parent to notice. */
export function findProcess(pid: number): Process | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The name in brackets can hold anything, brackets too; the state is the first word after it.
  const state = stat?.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
  if (!state || state === 'Z' || state === 'X') return null
  const program = attempt(() => readlinkSync(`/proc/${pid}/exe`))
  const args = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? ''
  return {
    pid,
    // An upgraded installation leaves a deleted program behind in running processes.
    program: program && basename(program.replace(/ \(deleted\)$/, '')),
    args: args.split('\0').slice(0, -1),
    folder: attempt(() => statSync(`/proc/${pid}/cwd`)),
  }
}

/** PostgreSQL works in its data folder: every process of a server, whoever started it, is found by that. */
export function findServersIn(folder: string): Process[] {
  const ids = attempt(() => readdirSync('/proc')) ?? []
  return ids
    .filter(name => /^\d+$/.test(name))
    .map(name => findProcess(Number(name)))
    .filter(process => process !== null)
    .filter(process => isServerIn(process, folder))
}

export function isServerIn({ program, folder: own, args }: Process, folder: string): boolean {
  if (program !== 'postgres') return false
  const wanted = attempt(() => statSync(folder))
  const worksThere = own !== null && wanted !== null && own.dev === wanted.dev && own.ino === wanted.ino
  return worksThere || isOurs(args, folder)
}

/** The arguments that every server of ours begins with, and nobody would type. */
export const ourArgs = (folder: string) => ['-D', folder, '-c', 'listen_addresses=']

/** Whether a command line is that of a server which we started on the folder. */
export function isOurs([program, ...args]: string[], folder: string): boolean {
  return program?.endsWith('/postgres') === true && ourArgs(folder).every((arg, i) => args[i] === arg)
}

function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
