import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { postmastersIn, processTree } from '@blood-bank/postgres-local/testing/process-tree'
import { afterAll, inject, onTestFinished } from 'vitest'
import { newCaller, ORIGIN, type Person } from './person.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const READY_WITHIN_MS = 120_000
const GRACE_MS = 20_000

/** The whole product as an operator runs it, in a process of its own. */
export type RunningProduct = {
  pid: number
  port: number
  url: string
  dataDir: string
  /** how long it took until it could serve, in ms; rejects with what it said when it ended instead */
  ready: Promise<number>
  /** settles with the exit code */
  ended: Promise<number | null>
  /** all that it has printed */
  said: () => string
  stranger: () => Person
  /** a signal to it alone, or to all whom Ctrl-C in its terminal reaches; gives the exit code */
  stop: (how?: 'SIGTERM' | 'Ctrl-C') => Promise<number | null>
  /** kill -9 of the process alone, or of all that it started, too */
  kill: (whom: 'node' | 'all') => Promise<void>
}

type Until = (end: () => Promise<void>) => void

type Start = {
  dataDir: string
  environment?: Record<string, string>
  /** as whom; only root may choose */
  uid?: number | undefined
  /** when to end it: after the test, unless it is `untilTheFileIsDone` */
  until?: Until
}

/** For what several tests of a file share; to be called at its top: what a hook registers for afterwards is not run. */
export function untilTheFileIsDone(): Until {
  const ends: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })
  return end => void ends.push(end)
}

/** Starts `server/src/main.ts` and waits until it serves. */
export async function startProduct(start: Start): Promise<RunningProduct> {
  const product = await launchProduct(start)
  await product.ready
  return product
}

/** The same without waiting. It is ended, and all that it started, when its time is over. */
export async function launchProduct({
  dataDir,
  environment = {},
  uid,
  until = onTestFinished,
}: Start): Promise<RunningProduct> {
  const port = await freePort()
  const child = spawn(process.execPath, [MAIN], {
    // Not this folder: it may have an .env.
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'warn',
      PUBLIC_URL: ORIGIN,
      ...environment,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    // A group of its own, so that a test can press Ctrl-C on it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  const pid = child.pid as number
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      said += text
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const url = `http://127.0.0.1:${port}`

  const becomesReady = async () => {
    const begunAt = performance.now()
    while (performance.now() - begunAt < READY_WITHIN_MS) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(said)
      const reply = await fetch(`${url}/readyz`).catch(() => null)
      if (reply?.ok) return performance.now() - begunAt
      await pause(25)
    }
    throw new Error(`It was not ready in time:\n${said}`)
  }
  const kill = async (whom: 'node' | 'all') => {
    for (const id of whom === 'all' ? processTree(pid) : [pid]) end(id)
    await ended
  }
  until(async () => {
    child.kill('SIGTERM')
    child.kill('SIGCONT')
    await Promise.race([ended, pause(GRACE_MS, undefined, { ref: false })])
    await kill('all')
    for (const orphan of postmastersIn(dataDir)) end(orphan)
  })
  const ready = becomesReady()
  // A test that looks at something else hears of the failure there.
  ready.catch(() => {})
  return {
    pid,
    port,
    url,
    dataDir,
    ready,
    ended,
    said: () => said,
    stranger: () => newCaller(url),
    async stop(how = 'SIGTERM') {
      if (how === 'SIGTERM') process.kill(pid, 'SIGTERM')
      else process.kill(-pid, 'SIGINT')
      return ended
    },
    kill,
  }
}

/** A data folder with an empty PostgreSQL in it, as a first start would have made it. */
export async function aDataFolder(until: Until = onTestFinished): Promise<string> {
  const folder = await anEmptyFolder(until)
  await cp(inject('freshDataFolder'), folder, { recursive: true })
  return folder
}

/** A folder with nothing in it, gone when its time is over. */
export async function anEmptyFolder(until: Until = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bloodbank-running-'))
  until(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Runs one of the commands (`npm run admin -- …`) beside the product and gives what came of it. */
export function runCommand(
  name: 'admin' | 'backup' | 'restore',
  words: string[],
  dataDir: string,
  environment: Record<string, string> = {},
) {
  const script = fileURLToPath(new URL(`../operations/cli/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [script, ...words], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...environment, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  return { pid: child.pid as number, ended, kill: () => child.kill('SIGKILL') }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
