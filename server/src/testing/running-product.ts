import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postmastersIn, processTree } from '@blood-bank/postgres-local/testing/process-tree'
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest'
import {
  embeddedDatabaseUrl,
  type Launch,
  type LaunchedServer,
  launchServer,
  runScript,
} from './launch-product.ts'
import { newCaller, ORIGIN, type Person } from './person.ts'

const STOP_TIMEOUT_MS = 20_000

/** The product as an operator runs it, in its own process. */
export type RunningProduct = Omit<LaunchedServer, 'signal'> & {
  dataDir: string
  stranger: () => Person
  /** Somebody who has signed in, also at another server or before a restart. */
  as: (person: Pick<Person, 'cookie'>) => Person
  /** Sends SIGTERM to the process, or SIGINT to its process group as Ctrl-C does. @returns the exit code */
  stop: (how?: 'SIGTERM' | 'Ctrl-C') => Promise<number | null>
  /** Sends SIGKILL to the process alone, or also to all processes that it started. */
  kill: (target: 'node' | 'all') => Promise<void>
}

type Until = (end: () => Promise<void>) => void

type Start = Pick<Launch, 'dataDir' | 'environment' | 'uid' | 'launcher'> & {
  /** When to end it: after the test, unless it is `untilTheFileIsDone`. */
  until?: Until
}

/**
 * For what several tests of a file share. Call it at the top of the file: hooks cannot register other hooks.
 * @throws inside a test, where Vitest would ignore `afterAll` and leave the product running
 */
export function untilTheFileIsDone(): Until {
  if (TestRunner.getCurrentTest())
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
  until = onTestFinished,
  ...launch
}: Start): Promise<RunningProduct> {
  const { signal, ...server } = await launchServer({
    ...launch,
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
  })
  const { pid, port, ended } = server
  const url = `http://127.0.0.1:${port}`

  const kill = async (target: 'node' | 'all') => {
    for (const id of target === 'all' ? processTree(pid) : [pid]) killProcess(id)
    await ended
  }
  until(async () => {
    signal('SIGTERM')
    signal('SIGCONT')
    await Promise.race([ended, pause(STOP_TIMEOUT_MS, undefined, { ref: false })])
    await kill('all')
    for (const orphan of postmastersIn(dataDir)) killProcess(orphan)
  })
  const stranger = () => newCaller(url)
  return {
    ...server,
    url,
    dataDir,
    stranger,
    as: ({ cookie }) => Object.assign(stranger(), { cookie }),
    async stop(how = 'SIGTERM') {
      if (how === 'SIGTERM') process.kill(pid, 'SIGTERM')
      else process.kill(-pid, 'SIGINT')
      return ended
    },
    kill,
  }
}

/** A second process of the product, on the PostgreSQL that another one has started. */
export const startSecondServer = (
  { dataDir }: Pick<RunningProduct, 'dataDir'>,
  start: Omit<Start, 'dataDir'> = {},
) =>
  startProduct({
    ...start,
    dataDir,
    environment: { ...start.environment, DATABASE_URL: embeddedDatabaseUrl(dataDir) },
  })

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
