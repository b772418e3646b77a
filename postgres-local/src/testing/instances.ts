import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Connection } from '../data-folder.ts'
import { findProcess } from '../processes.ts'
import { inOpenCheckout } from './open-checkout.ts'
import { processTree } from './process-tree.ts'

/** An instance of the program in its own process. */
type Instance = {
  pid: number
  /** Its server; rejects with the message of the instance if it was refused. */
  ready: Promise<{ connection: Connection; pid: number }>
  /** The reason why it did not start; rejects if it started. */
  refused: Promise<string>
  messages: string[]
  /** Resolves with the exit code. */
  ended: Promise<number | null>
  stop(): Promise<number | null>
  /** Sends SIGKILL to the process alone, or also to all processes that it started. */
  kill(whom: 'node' | 'all'): Promise<void>
}

type Line = { ready?: { connection: Connection; pid: number }; refused?: string; message?: string }

const STOP_TIMEOUT_MS = 20_000
const SCRIPT = fileURLToPath(new URL('run-cluster.ts', import.meta.url))

type Options = {
  /** The user to run as; only root can choose one. */
  uid?: number | undefined
  /** Whether other users must be able to read the program, because root runs it as one of them, or it runs PostgreSQL so. */
  isOpenToOthers?: boolean
  env?: Record<string, string>
}

/** Starts an instance, and ends all its processes after the test. */
export function startInstance(
  dataDir: string,
  { uid, isOpenToOthers = uid !== undefined, env = {} }: Options = {},
): Instance {
  const user = isOpenToOthers ? inOpenCheckout(uid) : { launcher: [], uid }
  const [program, ...args] = [...user.launcher, process.execPath, SCRIPT, dataDir]
  const child = spawn(program as string, args, {
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...env },
    // Its own process group, so that a test can send it Ctrl-C.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(user.uid !== undefined && { uid: user.uid, gid: user.uid }),
  })
  const pid = child.pid as number
  const messages: string[] = []
  let server: number | undefined
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const firstLine = new Promise<Line>(resolve => {
    createInterface(child.stdout).on('line', text => {
      const line: Line = JSON.parse(text)
      if (line.message) messages.push(line.message)
      if (line.ready) server = line.ready.pid
      if (line.ready || line.refused) resolve(line)
    })
    ended.then(code => resolve({ refused: `ended with ${code} and without a message` }))
  })
  const kill = async (whom: 'node' | 'all') => {
    for (const id of whom === 'all' ? processTree(pid) : [pid]) killProcess(id)
    await ended
  }
  onTestFinished(async () => {
    // SIGTERM first, because a killed server does not release its shared memory.
    child.kill('SIGTERM')
    await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
    await kill('all')
    if (server && findProcess(server)?.program === 'postgres') killProcess(server)
  })
  return {
    pid,
    ready: ignoreRejection(firstLine.then(line => line.ready ?? Promise.reject(new Error(line.refused)))),
    refused: ignoreRejection(
      firstLine.then(line => line.refused ?? Promise.reject(new Error('The instance started.'))),
    ),
    messages,
    ended,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
    kill,
  }
}

// A test awaits one of the two promises; the rejection of the other one must not fail it.
function ignoreRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}
