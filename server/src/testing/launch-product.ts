import { type StdioOptions, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { inOpenCheckout } from '@blood-bank/postgres-local/testing/open-checkout'

const SERVER = new URL('../', import.meta.url)
/**
 * V8 keeps young objects in 4 MB instead of 64, and collects the others when they have grown by 30 %, not by 100: a third less memory
 * under load, for 2 % of the calls. As in `npm start`, the container and the systemd unit (tools/deploy/containers.test.ts).
 */
const NODE_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=30']
/** Ends a program with whoever launched it, also if that was killed or has broken off. */
const ENDS_WITH_PARENT = `--import=data:text/javascript,${encodeURIComponent(`
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 500).unref()`)}`
const READY_TIMEOUT_MS = 120_000
/** A call that nobody answers takes 2 ms of a processor, and a start on a busy machine many seconds. */
const POLL_MS = 100

/** The server in its own process. */
export type LaunchedServer = {
  pid: number
  port: number
  url: string
  /** Resolves to the number of ms until the server was ready; rejects with its output if it ended instead. */
  ready: Promise<number>
  /** Resolves to the exit code; null if a signal ended the process. */
  ended: Promise<number | null>
  /** What it has written to streams that are piped. */
  output: () => string
  signal: (signal: NodeJS.Signals) => void
}

export type Launch = {
  dataDir: string
  /** `['demo']` for the product with demo data. */
  args?: string[]
  /** The whole environment except `PATH`, `TMPDIR`, `NODE_COMPILE_CACHE`, `PORT` and `DATA_DIR`. */
  environment?: Record<string, string>
  /** Streams that are not piped are not part of `output()`. */
  stdio?: StdioOptions
  /** Whether it gets its own process group, so that Ctrl-C in the terminal does not reach it. */
  detached?: boolean
  /** The user to run as; only root can choose one. */
  uid?: number | undefined
  /** A program and its arguments that run Node, such as `unshare`. */
  launcher?: string[]
}

/**
 * Launches `server/src/main.ts` on a free port of this machine. For tests and benchmarks of every workspace: it uses no
 * test runner. The caller ends the server.
 */
export async function launchServer({ environment = {}, ...launch }: Launch): Promise<LaunchedServer> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const program = runScript('main.ts', {
    ...launch,
    environment: { PUBLIC_URL: url, ...environment, PORT: String(port) },
  })
  const { pid, output, ended, hasEnded, signal } = program
  const waitUntilReady = async () => {
    const startedAt = performance.now()
    while (performance.now() - startedAt < READY_TIMEOUT_MS) {
      if (hasEnded()) throw new Error(output() || `The server ended at its start with ${await ended}.`)
      const reply = await fetch(`${url}/readyz`).catch(() => null)
      if (reply?.ok) return performance.now() - startedAt
      await pause(POLL_MS)
    }
    throw new Error(`The server was not ready in time.\n${output()}`)
  }
  const ready = waitUntilReady()
  // A caller that does not await `ready` finds the failure in `ended`.
  ready.catch(() => {})
  return { pid, port, url, ready, ended, output, signal }
}

/**
 * Runs a script of the server, such as `operations/cli/admin.ts`, by its path in `server/src`. The working directory is
 * not the root folder, because that may contain an `.env`.
 */
export function runScript(
  path: string,
  {
    dataDir,
    args = [],
    environment = {},
    stdio = ['ignore', 'pipe', 'pipe'],
    detached = false,
    uid,
    launcher = [],
  }: Launch,
) {
  const user = uid === undefined ? { launcher: [], uid } : inOpenCheckout(uid)
  const [program, ...rest] = [
    ...user.launcher,
    ...launcher,
    process.execPath,
    ...NODE_FLAGS,
    ENDS_WITH_PARENT,
    fileURLToPath(new URL(path, SERVER)),
    ...args,
  ]
  // Compiled sources that the programs of one run share: half of the processor time of a start.
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const child = spawn(program as string, rest, {
    cwd: tmpdir(),
    env: { PATH, TMPDIR, NODE_COMPILE_CACHE, ...environment, DATA_DIR: dataDir },
    detached,
    stdio,
    ...(user.uid !== undefined && { uid: user.uid, gid: user.uid }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return {
    pid: child.pid as number,
    output: () => output,
    ended: once(child, 'close').then(([code]) => code as number | null),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
  }
}

/** The `DATABASE_URL` with which another server uses the embedded PostgreSQL of a running one. */
export function embeddedDatabaseUrl(dataDir: string): string {
  const { host, user, database } = connectionTo(dataDir)
  return `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}`
}

/** Below the ports that the system gives to connections and to servers without a port of their own. */
const PORTS = { from: 20_000, below: 32_000 }
/** More than enough, as few of these ports are taken. */
const MAX_TRIALS = 100

/** A port of this machine on which nothing listens, and which the system gives to nobody before the caller listens there. */
export async function findFreePort(): Promise<number> {
  for (let trial = 0; trial < MAX_TRIALS; trial += 1) {
    const port = randomInt(PORTS.from, PORTS.below)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
  throw new Error('There is no free port.')
}
