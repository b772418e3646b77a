import { readdirSync, readFileSync } from 'node:fs'

/** What the kernel counts processor time in: a hundredth of a second on every Linux that Node runs on. */
const TICK_US = 10_000

type Times = { parent: number; own: number; ofEndedChildren: number }

/** Fields of /proc/PID/stat (man 5 proc_pid_stat), counted after the name, which can contain spaces. Null once it has ended. */
function timesOf(pid: number): Times | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = rest.slice(9, 13).map(Number)
    return { parent: Number(parent), own: user + system, ofEndedChildren: childrenUser + childrenSystem }
  } catch {
    return null
  }
}

/** The processor time that a process has used so far, in microseconds. */
export const processorTimeOf = (pid: number): number => (timesOf(pid)?.own ?? 0) * TICK_US

/** The processor time of PostgreSQL so far, in microseconds: of its first process and of all others, which are its children. */
export function postgresTime(postmaster: number): number {
  const own = timesOf(postmaster)
  const living = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => timesOf(Number(name)))
    .filter(times => times?.parent === postmaster)
  const ticks = living.reduce(
    (sum, times) => sum + (times?.own ?? 0),
    (own?.own ?? 0) + (own?.ofEndedChildren ?? 0),
  )
  return ticks * TICK_US
}
