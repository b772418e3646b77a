import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, connectionTo } from '@blood-bank/postgres-local/data-folder'
import { launchServer, runScript } from '@blood-bank/server/testing/launch-product'
import type { CleanUp } from '../clean-up.ts'
import { buildPages } from './build-pages.ts'

export type Product = {
  url: string
  /** The process of the server. */
  pid: number
  /** The `Origin` that a browser on its pages sends. */
  origin: string
  connection: Connection
  dataDir: string
  /** The password of every account. */
  password: string
}

type Start = {
  scale: number
  smtpUrl: string
  cleanUp: CleanUp
  /** Reports progress. */
  report: (line: string) => void
}

/**
 * Starts the product as it runs for its users: built pages, production settings, its own PostgreSQL, its log in a file.
 * Its data is a large campus in a temporary data folder, which is removed at the end.
 */
export async function startProduct({ scale, smtpUrl, cleanUp, report }: Start): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bloodbank-bench-'))
  cleanUp(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  report('Building the pages')
  await buildPages()
  report(`Loading a campus of scale ${scale}`)
  const password = await loadCampus(dataDir, scale)
  const server = await startServer({ dataDir, smtpUrl, cleanUp })
  return { ...server, connection: connectionTo(dataDir), dataDir, password }
}

/** Stores a large campus. @returns the password of its accounts */
async function loadCampus(dataDir: string, scale: number): Promise<string> {
  const load = runScript('testing/large-campus/load.ts', { dataDir, args: ['--scale', String(scale)] })
  const code = await load.ended
  if (code !== 0) throw new Error(`The campus was not loaded (${code}):\n${load.output()}`)
  const password = /^Sign in as \S+ with (\S+)$/m.exec(load.output())?.[1]
  if (password === undefined) throw new Error(`The campus has no password:\n${load.output()}`)
  return password
}

/**
 * One member makes more calls than people do, from one address. Phone numbers are counted as usual, with limits that
 * are never reached.
 */
const WITHOUT_LIMITS = {
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

type Server = { dataDir: string; environment?: Record<string, string> } & Pick<Start, 'smtpUrl' | 'cleanUp'>

/** Starts a server with production settings on a data folder. @param environment further settings */
export async function startServer({ dataDir, smtpUrl, environment, cleanUp }: Server) {
  const log = await open(join(dataDir, 'product.log'), 'a')
  const server = await launchServer({
    dataDir,
    environment: {
      NODE_ENV: 'production',
      AUTH_SECRET: randomBytes(48).toString('base64'),
      SMTP_URL: smtpUrl,
      ...WITHOUT_LIMITS,
      ...environment,
    },
    stdio: ['ignore', log.fd, 'inherit'],
  })
  cleanUp(async () => {
    server.signal('SIGTERM')
    await server.ended
    await log.close()
  })
  await server.ready
  return { url: `http://127.0.0.1:${server.port}`, origin: server.url, pid: server.pid }
}
