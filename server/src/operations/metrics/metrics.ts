import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import { measurePlannerLag } from '../../features/blood-requests/queries.ts'
import type { Database } from '../../platform/database/connection.ts'
import { readDiskSpace } from '../../platform/disk-space.ts'
import { isLocalCall } from '../../platform/http/local-calls.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { countDeadJobs } from '../../platform/jobs/attempts.ts'
import { countMails } from '../../platform/mail/outbox.ts'

type Options = {
  register: Registry
  pool: pg.Pool
  db: Database
  /**
   * Whoever has the token may read from anywhere. Without one the figures are for this machine only, and on a public
   * site for nobody.
   */
  config: Pick<Config, 'metricsToken' | 'isPublic' | 'dataDir' | 'databaseUrl'>
  now: () => Date
  clockDifference: () => number
}

/** Serves `/metrics` for Prometheus: what the features record, calls, pool, backlog, event loop and memory. */
export function serveMetrics(
  app: FastifyInstance,
  { register, pool, db, config, now, clockDifference }: Options,
): void {
  collectDefaultMetrics({ register })
  measureCalls(app, register)
  measurePool(pool, register)
  measureBacklog(db, register, now)
  measureDiskSpace(config, register)
  measureClock(clockDifference, register)
  const { metricsToken: token, isPublic } = config
  const mayRead = (req: FastifyRequest) =>
    token === null ? !isPublic && isLocalCall(req) : isSame(req.headers.authorization, `Bearer ${token}`)
  const onlyReaders = async (req: FastifyRequest) => {
    if (!mayRead(req)) throw refuse('not-found')
  }
  const hidden = { schema: { hide: true } }
  app.get('/metrics', { onRequest: onlyReaders, ...hidden }, async (_req, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  )
}

const isSame = (given: string | undefined, expected: string) =>
  timingSafeEqual(digest(given ?? ''), digest(expected))

const digest = (text: string) => createHash('sha256').update(text).digest()

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Measures how long calls take. */
function measureCalls(app: FastifyInstance, register: Registry) {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [register],
  })
  app.addHook('onResponse', (req, reply, done) => {
    // By the pattern of the route: an address would be a series of its own, and may hold an id.
    const { url: route = 'none' } = req.routeOptions
    // A stream stays open for hours.
    if (!reply.getHeader('content-type')?.toString().startsWith('text/event-stream'))
      duration.observe({ method: req.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

/** Counts the connections to the database. */
function measurePool(pool: pg.Pool, register: Registry) {
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state, and calls that wait for one.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'lent' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'awaited' }, pool.waitingCount)
    },
  })
}

/** Measures the space of the data folder; nothing while the database is elsewhere. */
function measureDiskSpace(config: Pick<Config, 'dataDir' | 'databaseUrl'>, register: Registry): void {
  new Gauge({
    name: 'data_folder_megabytes',
    help: 'Space of the file system that holds the data folder: what is free, and all.',
    labelNames: ['space'],
    registers: [register],
    async collect() {
      const space = await readDiskSpace(config)
      this.reset()
      if (!space) return
      this.set({ space: 'free' }, space.freeMb)
      this.set({ space: 'all' }, space.totalMb)
    },
  })
}

function measureClock(clockDifference: () => number, register: Registry): void {
  new Gauge({
    name: 'clock_difference_seconds',
    help: "By how much the clock of this machine is ahead of the database's, which decides what is due.",
    registers: [register],
    collect() {
      this.set(clockDifference())
    },
  })
}

/** Measures the work that waits in the database, and the work that was given up. All servers report the same. */
function measureBacklog(db: Database, register: Registry, now: () => Date): void {
  new Gauge({
    name: 'outbox_mails',
    help: 'Emails waiting to be sent, and emails that failed all attempts.',
    labelNames: ['state'],
    registers: [register],
    async collect() {
      const counts = await readOrNull(() => countMails(db))
      this.reset()
      if (!counts) return
      this.set({ state: 'waiting' }, counts.waiting)
      this.set({ state: 'dead' }, counts.dead)
    },
  })
  new Gauge({
    name: 'dead_jobs',
    help: 'Background jobs that failed all attempts, by kind.',
    labelNames: ['task'],
    registers: [register],
    async collect() {
      const deadJobs = await readOrNull(() => countDeadJobs(db))
      this.reset()
      for (const { task, count } of deadJobs ?? []) this.set({ task }, count)
    },
  })
  new Gauge({
    name: 'planner_lag_seconds',
    help: 'How long the blood request that is due longest has waited for the planner of alerts.',
    registers: [register],
    async collect() {
      this.set((await readOrNull(() => measurePlannerLag(db, now()))) ?? Number.NaN)
    },
  })
}

/** Without a database the other figures are worth the more. */
const readOrNull = <T>(read: () => Promise<T>): Promise<T | null> => read().catch(() => null)
