import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postmastersIn, processTree } from '@blood-bank/postgres-local/testing/process-tree'
import { afterAll, inject, onTestFinished } from 'vitest'
import { getCurrentTest } from 'vitest/suite'
import { launchServer, runScript } from './launch-product.ts'
import { newCaller, ORIGIN, type Person } from './person.ts'

const STOP_TIMEOUT_MS = 20_000

/** The product as an operator runs it, in its own process. */
export type RunningProduct = {
  pid: number
  port: number
  url: string
  dataDir: string
  /** Resolves to the number of ms until it was ready; rejects with its output if it ended instead. */
  ready: Promise<number>
  /** Resolves to the exit code; null if a signal ended the process. */
  ended: Promise<number | null>
  /** What it has printed. */
  output: () => string
  stranger: () => Person
  /** Sends SIGTERM to the process, or SIGINT to its process group as Ctrl-C does. @returns the exit code */
  stop: (how?: 'SIGTERM' | 'Ctrl-C') => Promise<number | null>
  /** Sends SIGKILL to the process alone, or also to all processes that it started. */
  kill: (target: 'node' | 'all') => Promise<void>
}

type Until = (end: () => Promise<void>) => void

type Start = {
  dataDir: string
  environment?: Record<string, string>
  /** The user to run as; only root can choose one. */
  uid?: number | undefined
  /** When to end it: after the test, unless it is `untilTheFileIsDone`. */
  until?: Until
}

/**
 * For what several tests of a file share. Call it at the top of the file: hooks cannot register other hooks.
 * @throws inside a test, where Vitest would ignore `afterAll` and leave the product running
 */
export function untilTheFileIsDone(): Until {
  if (getCurrentTest())
    throw new Error('Call untilTheFileIsDone() at the top of the file. Inside a test, pass onTestFinished.')
  const ends: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })
  return end => void ends.push(end)
}

/** Starts the product and waits until it is ready. */
export async function startProduct(start: Start): Promise<RunningProduct> {
  const product = await launchProduct(start)
  await product.ready
  return product
}

/** The same without waiting. The product and all its processes are ended as `until` says. */
export async function launchProduct({
  dataDir,
  environment = {},
  uid,
  until = onTestFinished,
}: Start): Promise<RunningProduct> {
  const server = await launchServer({
    dataDir,
    // A busy machine makes the server slow, but no call is refused for it.
    environment: {
      LOG_LEVEL: 'warn',
      PUBLIC_URL: ORIGIN,
      EVENT_LOOP_DELAY_MS: '0',
      QUIET_HOURS: '0-0',
      ...environment,
    },
    // So that a test can send Ctrl-C to its process group.
    detached: true,
    uid,
  })
  const { pid, port, ready, ended, output } = server
  const url = `http://127.0.0.1:${port}`

  const kill = async (target: 'node' | 'all') => {
    for (const id of target === 'all' ? processTree(pid) : [pid]) killProcess(id)
    await ended
  }
  until(async () => {
    server.signal('SIGTERM')
    server.signal('SIGCONT')
    await Promise.race([ended, pause(STOP_TIMEOUT_MS, undefined, { ref: false })])
    await kill('all')
    for (const orphan of postmastersIn(dataDir)) killProcess(orphan)
  })
  return {
    pid,
    port,
    url,
    dataDir,
    ready,
    ended,
    output,
    stranger: () => newCaller(url),
    async stop(how = 'SIGTERM') {
      if (how === 'SIGTERM') process.kill(pid, 'SIGTERM')
      else process.kill(-pid, 'SIGINT')
      return ended
    },
    kill,
  }
}

/** A data folder with the tables of the product, as a first start creates it. */
export async function aDataFolder(until: Until = onTestFinished): Promise<string> {
  const folder = await anEmptyFolder(until)
  await cp(inject('migratedDataFolder'), folder, { recursive: true })
  return folder
}

/** An empty folder, removed as `until` says. */
export async function anEmptyFolder(until: Until = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bloodbank-running-'))
  until(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Runs a command (`npm run admin -- …`) beside the product. */
export function runCommand(
  name: 'admin' | 'backup' | 'restore',
  args: string[],
  dataDir: string,
  environment: Record<string, string> = {},
) {
  const command = runScript(`operations/cli/${name}.ts`, { dataDir, args, environment })
  return {
    pid: command.pid,
    ended: command.ended.then(code => ({ code, output: command.output() })),
    kill: () => command.signal('SIGKILL'),
  }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}
