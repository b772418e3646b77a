import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isLocalCall } from '../../platform/http/local-calls.ts'
import { SKIP_PRESSURE_CHECK } from '../../platform/http/overload/pressure.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { measureBacklog } from './backlog.ts'
import { measureCalls, measureClock, measureDiskSpace, measurePool } from './load.ts'

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
  const hidden = { schema: { hide: true }, config: SKIP_PRESSURE_CHECK }
  app.get('/metrics', { onRequest: onlyReaders, ...hidden }, async (_req, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  )
}

const isSame = (given: string | undefined, expected: string) =>
  timingSafeEqual(digest(given ?? ''), digest(expected))

const digest = (text: string) => createHash('sha256').update(text).digest()
