import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { SKIP_PRESSURE_CHECK } from './overload/pressure.ts'

/** `/healthz`: the process is running. `/readyz`: the migrated database responds. */
export function serveHealth(app: FastifyInstance, db: Database): void {
  app.get('/healthz', { schema: { hide: true }, config: SKIP_PRESSURE_CHECK }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async (req, reply) => {
    try {
      await sql`select from users limit 1`.execute(db)
      return { status: 'ready' }
    } catch (error) {
      req.log.warn(error)
      return reply.code(503).header('retry-after', 1).send({ status: 'unavailable' })
    }
  })
}
