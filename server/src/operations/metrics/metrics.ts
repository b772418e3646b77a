import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'
import type { Database } from '../../platform/database/connection.ts'
import { SKIP_PRESSURE_CHECK } from '../../platform/http/overload/pressure.ts'
import { countMails } from '../../platform/mail/outbox.ts'
import { isLocalCall } from '../../platform/network/local-calls.ts'
import { refuse } from '../../platform/refuse.ts'

type Options = {
  register: Registry
  pool: pg.Pool
  db: Database
  /** Whoever has it may read from anywhere. Without one the figures are for this machine only, if for anybody. */
  token: string | null
  /** Whether strangers can reach the site: then nobody reads without the token. */
  isPublic: boolean
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Serves `/metrics` for Prometheus: durations by route, pool, outbox, event loop and memory. Nothing personal. */
export function serveMetrics(app: FastifyInstance, { register, pool, db, token, isPublic }: Options): void {
  collectDefaultMetrics({ register })
  measureCalls(app, register)
  measurePool(pool, register)
  measureOutbox(db, register)
  const mayRead = (req: FastifyRequest) =>
    token === null ? !isPublic && isLocalCall(req) : isSame(req.headers.authorization, `Bearer ${token}`)
  const onlyReaders = async (req: FastifyRequest) => {
    if (!mayRead(req)) throw refuse('not-found')
  }
  const hidden = { schema: { hide: true }, config: SKIP_PRESSURE_CHECK }
  app.get('/metrics', { onRequest: onlyReaders, ...hidden }, async (_req, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  )
}

function measureCalls(app: FastifyInstance, register: Registry) {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [register],
  })
  app.addHook('onResponse', async (req, reply) => {
    // By the pattern of the route: an address would be a series of its own, and may hold an id.
    const { url: route = 'none' } = req.routeOptions
    duration.observe({ method: req.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

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

function measureOutbox(db: Database, register: Registry) {
  new Gauge({
    name: 'outbox_mails',
    help: 'Emails waiting to be sent, and emails that failed all attempts.',
    labelNames: ['state'],
    registers: [register],
    async collect() {
      // Without a database the other figures are worth the more.
      const counts = await countMails(db).catch(() => null)
      this.reset()
      if (!counts) return
      this.set({ state: 'waiting' }, counts.waiting)
      this.set({ state: 'dead' }, counts.dead)
    },
  })
}

const isSame = (given: string | undefined, expected: string) =>
  timingSafeEqual(digest(given ?? ''), digest(expected))

const digest = (text: string) => createHash('sha256').update(text).digest()
