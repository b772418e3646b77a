import { statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import pg from 'pg'
import type { AtEnd } from './at-end.ts'
import { callOnce, signIn, type Target } from './calls.ts'
import { type Child, startChild } from './child/start.ts'
import { chooseMembers, type Members, removeTraces } from './members.ts'
import { type Product, startProduct } from './product/start.ts'
import type { Results } from './results.ts'
import type { Workload } from './workloads.ts'

/** Everything that is measured, running side by side on one database. */
export type Stage = {
  product: Product
  members: Members
  targets: Record<'ours' | 'plain' | 'bare', Target>
  bytes: Results['bytes']
  /** Makes the tables what they were before W5 and W7. */
  tidy: () => Promise<void>
  about: () => Promise<Pick<Results, 'versions' | 'processors' | 'isDataInMemory'>>
}

type Setting = { scale: number; workloads: Workload[]; atEnd: AtEnd; say: (line: string) => void }

export async function setStage({ scale, workloads, atEnd, say }: Setting): Promise<Stage> {
  const product = await startProduct({ scale, atEnd, say })
  const db = new pg.Client(product.connection)
  await db.connect()
  atEnd(() => db.end())
  const child = async (script: string, environment?: Record<string, string>) => {
    const started = await startChild(new URL(script, import.meta.url), environment)
    atEnd(started.stop)
    return started
  }
  const plain = await child('plain-server/main.ts', environmentOf(product))
  const bare = await child('bare-server/main.ts')
  const { origin, password } = product
  const members = await chooseMembers(db)
  const ours = await signedInAt(product, members, password)
  const targets = {
    ours,
    plain: await signedInAt({ url: plain.url, origin }, members, password),
    bare: { ...ours, url: bare.url },
  }
  const bytes = await teach(bare, workloads, { target: ours, members, password })
  const tidy = () => removeTraces(db, members)
  await tidy()
  return { product, members, targets, bytes, tidy, about: () => describe(db, product) }
}

const environmentOf = ({ connection }: Product) => ({
  PGHOST: connection.host,
  PGPORT: String(connection.port),
  PGUSER: connection.user,
  PGDATABASE: connection.database,
})

async function signedInAt(
  place: Pick<Target, 'url' | 'origin'>,
  { member, poster, admin }: Members,
  password: string,
): Promise<Target> {
  const cookieOf = ({ email }: { email: string }) => signIn(place, email, password)
  const { url, origin } = place
  const cookies = {
    member: await cookieOf(member),
    poster: await cookieOf(poster),
    admin: await cookieOf(admin),
  }
  return { url, origin, cookies }
}

/** Tells the bare server what the product answers. @returns how long each answer is */
async function teach(
  bare: Child,
  workloads: Workload[],
  senders: Parameters<typeof callOnce>[1],
): Promise<Results['bytes']> {
  const bytes: Results['bytes'] = {}
  for (const workload of workloads) {
    const { status, body } = await callOnce(workload, senders)
    bytes[workload.id] = Buffer.byteLength(body)
    bare.tell({ [`${workload.method} ${workload.path}`]: { status, body } })
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
