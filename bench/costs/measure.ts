import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callsOf, signInEverybody, type Target } from '../calls.ts'
import type { CleanUp } from '../clean-up.ts'
import { type Measured, residentKilobytes } from '../live/server.ts'
import { sendLoad } from '../load/send.ts'
import { type Product, startServer } from '../product/start.ts'
import { quantile } from '../statistics.ts'
import { bytesOf } from './bytes.ts'
import type { Cost, CostFigures } from './figures.ts'
import { KINDS, type Kind } from './kinds.ts'
import { postgresTime, processorTimeOf } from './processor-time.ts'

const CONNECTIONS = 16
const ROUNDS = 3
/** How long one round sends. The kernel counts hundredths of a second, so that this is exact to one part in 200. */
const ROUND_MS = 2_000
const WARM_UP_CALLS = 500

/** What the measurement needs of the setup. */
type Measurable = Measured & { mailServer: { url: string } }

type Server = { pid: number; target: Target; isCached: boolean }

/** Measures what one call of each kind costs; calls that are answered from memory also by a server that keeps no replies. */
export async function measureCosts(
  setup: Measurable,
  { cleanUp, report }: { cleanUp: CleanUp; report: (line: string) => void },
): Promise<CostFigures> {
  const { product, targets, db } = setup
  const usual: Server = { pid: product.pid, target: targets.ours, isCached: true }
  const costs: Cost[] = []
  for (const kind of KINDS) {
    report(`Cost of ${kind.name}`)
    costs.push(await costOf(kind, usual, setup))
  }
  const { rows } = await db.query<{ connections: number; size: number }>(
    `select (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as connections,
      (pg_database_size(current_database()) / 1e6)::float8 as size`,
  )
  const megabytes = (await residentKilobytes(product.pid)) / 1_000
  const uncached = await startWithoutCache(setup, cleanUp)
  for (const kind of KINDS.filter(({ isCached }) => isCached)) {
    report(`Cost of ${kind.name}, not from memory`)
    costs.push(await costOf(kind, uncached, setup))
  }
  return {
    costs,
    connections: rows[0]?.connections ?? Number.NaN,
    megabytes,
    databaseMegabytes: rows[0]?.size ?? Number.NaN,
  }
}

async function costOf(kind: Kind, server: Server, setup: Measurable): Promise<Cost> {
  const { members, product } = setup
  const senders = { target: server.target, members, password: product.password }
  const send = async (calls: number) => {
    const before = timesOf(server, product)
    const { perSecond } = await sendLoad({
      ...{ url: server.target.url, connections: CONNECTIONS, calls },
      callsOf: nth => callsOf(kind, nth, senders),
    })
    const after = timesOf(server, product)
    if (kind.method === 'POST') await setup.reset()
    const perCall = (of: keyof typeof after) => (after[of] - before[of]) / calls
    return { perSecond, server: perCall('server'), database: perCall('database') }
  }
  const { perSecond: pace } = await send(kind.caller === 'signers' ? CONNECTIONS : WARM_UP_CALLS)
  const sendRound = () => send(Math.max(CONNECTIONS, Math.round((pace * ROUND_MS) / 1_000)))
  // Code is slow until the JIT compiler has optimized it.
  await sendRound()
  const rounds: { server: number; database: number }[] = []
  while (rounds.length < ROUNDS) rounds.push(await sendRound())
  const bytes = await bytesOf(kind, senders)
  if (kind.method === 'POST') await setup.reset()
  const median = (of: 'server' | 'database') =>
    quantile(
      rounds.map(round => round[of]),
      0.5,
    )
  const isCached = kind.isCached === true && server.isCached
  return { name: kind.name, isCached, server: median('server'), database: median('database'), bytes }
}

const timesOf = ({ pid }: Server, product: Product) => ({
  server: processorTimeOf(pid),
  database: postgresTime(postmasterOf(product)),
})

/** The first line of `postmaster.pid` (PostgreSQL's documentation, "Database File Layout"). */
const postmasterOf = ({ dataDir }: Product) =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0])

/** A second server on the same database that keeps no replies in memory. */
async function startWithoutCache(
  { product, members, mailServer }: Measurable,
  cleanUp: CleanUp,
): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bloodbank-bench-'))
  cleanUp(() => rm(dataDir, { recursive: true, force: true }))
  const { user, host, port, database } = product.connection
  const server = await startServer({
    ...{ dataDir, smtpUrl: mailServer.url, cleanUp },
    environment: {
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      CACHED_REPLIES: '0',
    },
  })
  const target = await signInEverybody(server, members, product.password)
  return { pid: server.pid, target, isCached: false }
}
