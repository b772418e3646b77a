import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Connection, connectionTo } from '@blood-bank/postgres-local/data-folder'
import { launchServer, runScript } from '@blood-bank/server/testing/launch-product'
import pg from 'pg'
import { readEach, signInEverybody, type Target } from './calls.ts'
import { startMailReceiver } from './mail-receiver.ts'
import { chooseMembers, removeWrites } from './members.ts'
import type { Options } from './options.ts'
import { WITHOUT_LIMITS } from './without-limits.ts'
import type { Workload } from './workloads.ts'

/** Everything that is measured, running on one database. */
export type Setup = Awaited<ReturnType<typeof createSetup>>

/**
 * Starts the product as it runs for its users, and the plain server. Its data is a large campus in a temporary data folder,
 * which is removed at the end.
 */
export async function createSetup({ scale, workloads }: Options, cleanUp: AsyncDisposableStack) {
  const dataDir = await mkdtemp(join(tmpdir(), 'bloodbank-bench-'))
  cleanUp.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  console.error(`Loading a campus of scale ${scale}`)
  const password = await loadCampus(dataDir, scale)
  const mail = await startMailReceiver(cleanUp)
  const product = await startProduct(dataDir, mail.url, cleanUp)
  const connection = connectionTo(dataDir)
  const db = new pg.Client(connection)
  await db.connect()
  cleanUp.defer(() => db.end())
  const plain = await startPlainServer(connection, cleanUp)
  const members = await chooseMembers(db)
  const targets = {
    ours: await signInEverybody(product, members, password),
    plain: await signInEverybody({ ...product, url: plain }, members, password),
  }
  for (const workload of workloads.filter(({ method }) => method === 'GET'))
    await requireSameRecords(workload, targets)
  await removeWrites(db, members)
  return { dataDir, connection, db, mail, members, password, targets }
}

/** Stores a large campus. @returns the password of all its accounts */
async function loadCampus(dataDir: string, scale: number): Promise<string> {
  const load = runScript('testing/large-campus/load.ts', { dataDir, args: ['--scale', String(scale)] })
  const code = await load.ended
  const password = /^Sign in as \S+ with (\S+)$/m.exec(load.output())?.[1]
  if (code !== 0 || !password) throw new Error(`The campus was not loaded (${code}):\n${load.output()}`)
  return password
}

/** Starts the product with built pages, production settings, its own PostgreSQL, and its log in a file. */
async function startProduct(dataDir: string, smtpUrl: string, cleanUp: AsyncDisposableStack) {
  const log = await open(join(dataDir, 'product.log'), 'a')
  const server = await launchServer({
    dataDir,
    environment: {
      NODE_ENV: 'production',
      AUTH_SECRET: randomBytes(48).toString('base64'),
      SMTP_URL: smtpUrl,
      ...WITHOUT_LIMITS,
    },
    stdio: ['ignore', log.fd, 'inherit'],
  })
  cleanUp.defer(async () => {
    server.signal('SIGTERM')
    await server.ended
    await log.close()
  })
  await server.ready
  return { url: `http://127.0.0.1:${server.port}`, origin: server.url }
}

/** @returns its URL */
async function startPlainServer(
  { host, port, user, database }: Connection,
  cleanUp: AsyncDisposableStack,
): Promise<string> {
  const environment = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database }
  const child = fork(new URL('plain-server/main.ts', import.meta.url), {
    env: { ...process.env, ...environment },
  })
  cleanUp.defer(() => child.disconnect())
  const [url] = await once(child, 'message')
  return url
}

type Body = Record<string, unknown> & { records?: { id: string }[] }

/**
 * The comparison is fair only if the plain server sends the same records as the product.
 * @throws if it does not, or if there are no records
 */
async function requireSameRecords(workload: Workload, { ours, plain }: { ours: Target; plain: Target }) {
  const readRecords = async (target: Target) =>
    (await readEach(workload, target)).map(({ body }) => {
      const { records, donors, users, bloodRequests } = body as Body
      return records ? records.map(({ id }) => id) : [donors, users, bloodRequests]
    })
  const [one, other] = [await readRecords(ours), await readRecords(plain)]
  if (one.some(({ length }) => length === 0) || !isDeepStrictEqual(one, other))
    throw new Error(`${workload.id}: the product and the plain server send different records.`)
}
