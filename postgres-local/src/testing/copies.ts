import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Connection } from '../data-folder.ts'
import { findProcess } from '../processes.ts'
import { processTree } from './process-tree.ts'

/** A copy of the program in a process of its own. */
export type Copy = {
  pid: number
  /** its server; rejects with what the copy said when it was refused */
  ready: Promise<{ connection: Connection; pid: number }>
  /** the reason for which it did not start; rejects when it started */
  refused: Promise<string>
  messages: string[]
  /** settles with the exit code */
  ended: Promise<number | null>
  stop(): Promise<number | null>
  /** kill -9 of the process alone, or of all that it started, too */
  kill(whom: 'node' | 'all'): Promise<void>
}

type Line = { ready?: { connection: Connection; pid: number }; refused?: string; message?: string }

const GRACE_MS = 20_000
const SCRIPT = fileURLToPath(new URL('run-cluster.ts', import.meta.url))

/** Starts a copy, and ends it with all its processes when the test is over. */
export function startCopy(
  dataDir: string,
  { uid, env = {} }: { uid?: number; env?: Record<string, string> } = {},
): Copy {
  const child = spawn(process.execPath, [SCRIPT, dataDir], {
    env: { PATH: process.env.PATH, ...env },
    // A group of its own, so that a test can press Ctrl-C on it.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  const pid = child.pid as number
  const messages: string[] = []
  let server: number | undefined
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const answer = new Promise<Line>(resolve => {
    createInterface(child.stdout).on('line', text => {
      const line: Line = JSON.parse(text)
      if (line.message) messages.push(line.message)
      if (line.ready) server = line.ready.pid
      if (line.ready || line.refused) resolve(line)
    })
    ended.then(code => resolve({ refused: `ended with ${code} and without a word` }))
  })
  const kill = async (whom: 'node' | 'all') => {
    for (const id of whom === 'all' ? processTree(pid) : [pid]) end(id)
    await ended
  }
  onTestFinished(async () => {
    // With grace where that is possible: a killed server leaves shared memory behind.
    child.kill('SIGTERM')
    await Promise.race([ended, sleep(GRACE_MS, undefined, { ref: false })])
    await kill('all')
    if (server && findProcess(server)?.program === 'postgres') end(server)
  })
  return {
    pid,
    ready: settled(answer.then(line => line.ready ?? Promise.reject(new Error(line.refused)))),
    refused: settled(answer.then(line => line.refused ?? Promise.reject(new Error('it started')))),
    messages,
    ended,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
    kill,
  }
}

// A test looks at one of the two promises; the other one's rejection is no news.
function settled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}
