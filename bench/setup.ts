import { statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import pg from 'pg'
import { type MailServer, startMailServer } from './alerts/mail-server.ts'
import { callEach, signInEverybody, type Target } from './calls.ts'
import { type Child, startChild } from './child-process/start.ts'
import type { CleanUp } from './clean-up.ts'
import { chooseMembers, type Members, removeWrites } from './members.ts'
import { type Product, startProduct } from './product/start.ts'
import type { Results } from './results.ts'
import type { Workload } from './workloads.ts'

/** Everything that is measured, running on one database. */
export type Setup = {
  product: Product
  /** Connected as the owner of the tables. */
  db: pg.Client
  /** Receives what the product mails. */
  mailServer: MailServer
  members: Members
  targets: Record<'ours' | 'plain' | 'bare', Target>
  bytes: Results['bytes']
  /** Removes what W5, W7 and W10 wrote. */
  reset: () => Promise<void>
  environment: () => Promise<Pick<Results, 'versions' | 'processors' | 'isDataInMemory'>>
}

type Options = { scale: number; workloads: Workload[]; cleanUp: CleanUp; report: (line: string) => void }

export async function createSetup({ scale, workloads, cleanUp, report }: Options): Promise<Setup> {
  const mailServer = await startMailServer()
  cleanUp(mailServer.stop)
  const product = await startProduct({ scale, smtpUrl: mailServer.url, cleanUp, report })
  const db = new pg.Client(product.connection)
  await db.connect()
  cleanUp(() => db.end())
  const child = async (script: string, environment?: Record<string, string>) => {
    const started = await startChild(new URL(script, import.meta.url), environment)
    cleanUp(started.stop)
    return started
  }
  const plain = await child('plain-server/main.ts', environmentOf(product))
  const bare = await child('bare-server/main.ts')
  const { origin, password } = product
  const members = await chooseMembers(db)
  const ours = await signInEverybody(product, members, password)
  const targets = {
    ours,
    plain: await signInEverybody({ url: plain.url, origin }, members, password),
    bare: { ...ours, url: bare.url },
  }
  const bytes = await recordReplies(bare, workloads, { target: ours, members, password })
  const reset = () => removeWrites(db, members)
  await reset()
  return { product, db, mailServer, members, targets, bytes, reset, environment: () => describe(db, product) }
}

const environmentOf = ({ connection }: Product) => ({
  PGHOST: connection.host,
  PGPORT: String(connection.port),
  PGUSER: connection.user,
  PGDATABASE: connection.database,
})

/** Sends the product's replies to the bare server. @returns the mean length of the replies of each workload */
async function recordReplies(
  bare: Child,
  workloads: Workload[],
  senders: Parameters<typeof callEach>[1],
): Promise<Results['bytes']> {
  const bytes: Results['bytes'] = {}
  for (const workload of workloads) {
    const answers = await callEach(workload, senders)
    const sum = answers.reduce((bytes, { body }) => bytes + Buffer.byteLength(body), 0)
    bytes[workload.id] = Math.round(sum / answers.length)
    for (const { path, ...reply } of answers) bare.tell({ [`${workload.method} ${path}`]: reply })
  }
  return bytes
}

/** The magic number of tmpfs. */
const TMPFS = 0x01021994

async function describe(db: pg.Client, { dataDir }: Product) {
  const { rows } = await db.query<{ version: string }>(`select current_setting('server_version') as version`)
  return {
    versions: { node: process.version.slice(1), postgresql: rows[0]?.version ?? '' },
    processors: availableParallelism(),
    isDataInMemory: (await statfs(dataDir)).type === TMPFS,
  }
}
