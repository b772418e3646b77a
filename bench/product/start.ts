import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AtEnd } from '../at-end.ts'
import { runProgram, startProgram } from './program.ts'

/** How `pg` reaches the product's PostgreSQL: through the socket in its data folder. */
export type Address = { host: string; port: number; user: string; database: string; ssl: false }

export type Product = {
  url: string
  /** What a browser on its pages sends as `Origin`. */
  origin: string
  address: Address
  dataDir: string
  /** Of everybody on its campus. */
  password: string
}

type Start = {
  scale: number
  atEnd: AtEnd
  /** Hears what takes long. */
  say: (line: string) => void
}

/**
 * The product as it runs for its users: pages built, production settings, its own PostgreSQL, its log in a file. It
 * stands on a large campus, in a temporary data folder that goes with it.
 */
export async function startProduct({ scale, atEnd, say }: Start): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bloodbank-bench-'))
  atEnd(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  say('Building the pages')
  await runProgram(['web/build/build-if-stale.ts'])
  say(`Filling a campus of scale ${scale}`)
  const filling: [string, ...string[]] = ['server/src/testing/large-campus/load.ts', '--scale', String(scale)]
  const told = await runProgram(filling, { DATA_DIR: dataDir })
  const password = /^Sign in as \S+ with (\S+)$/m.exec(told)?.[1]
  if (password === undefined) throw new Error('The campus did not tell a password.')
  const server = await startServer(dataDir, atEnd)
  const address = await runProgram(['server/src/testing/tell-address.ts'], { DATA_DIR: dataDir })
  return { ...server, address: JSON.parse(address), dataDir, password }
}

/**
 * One member makes more calls than people do, from one address. Numbers are counted as ever, up to limits that nobody
 * comes to.
 */
const BEYOND_LIMITS = {
  ...Object.fromEntries(
    [
      'CALLS_PER_ACCOUNT',
      'CALLS_PER_ADDRESS',
      'POSTS_PER_DAY',
      'ACTIVE_REQUESTS',
      'SESSIONS_PER_ACCOUNT',
      'SIGN_INS_PER_MINUTE',
      'SIGN_IN_FAILURES_PER_HOUR',
      'STRANGERS_SIGN_INS_PER_HOUR',
    ].map(name => [name, '0']),
  ),
  NUMBERS_PER_HOUR: '1000000000',
  NUMBERS_PER_DAY: '1000000000',
}

async function startServer(dataDir: string, atEnd: AtEnd) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const url = `http://127.0.0.1:${port}`
  const log = await open(join(dataDir, 'product.log'), 'a')
  const environment = {
    NODE_ENV: 'production',
    AUTH_SECRET: randomBytes(48).toString('base64'),
    PUBLIC_URL: origin,
    // Nobody is there, and no workload sends a mail.
    SMTP_URL: 'smtp://127.0.0.1:9',
    DATA_DIR: dataDir,
    PORT: String(port),
    ...BEYOND_LIMITS,
  }
  const server = startProgram(['server/src/main.ts'], environment, log.fd)
  const ended = once(server, 'exit')
  atEnd(async () => {
    server.kill('SIGTERM')
    await ended
    await log.close()
  })
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error(`The product ended at its start with ${server.exitCode}.`)
    await pause(100)
  }
  return { url, origin }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
