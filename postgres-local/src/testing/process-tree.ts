import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findServersIn } from '../processes.ts'

/** The process and all its current descendants. */
export function processTree(root: number): number[] {
  const children = Map.groupBy(allProcesses(), ({ parent }) => parent)
  const tree = [root]
  for (const pid of tree) tree.push(...(children.get(pid) ?? []).map(child => child.pid))
  return tree
}

/**
 * The servers that run on a data folder, without their workers. There must never be two. A worker that was just forked
 * has the command line of its server until it sets a title of its own, so workers are also recognized by their parent.
 */
export function postmastersIn(dataDir: string): number[] {
  const servers = findServersIn(join(dataDir, 'postgres'))
  const pids = new Set(servers.map(({ pid }) => pid))
  return servers
    .filter(({ pid, args }) => !args[0]?.startsWith('postgres: ') && !pids.has(readParent(String(pid))))
    .map(({ pid }) => pid)
}

function allProcesses(): { pid: number; parent: number }[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => ({ pid: Number(name), parent: readParent(name) }))
}

function readParent(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}
