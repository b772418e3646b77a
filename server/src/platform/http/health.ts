import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { VERSION } from '../../config/version.ts'
import type { Database } from '../database/connection.ts'
import { SKIP_PRESSURE_CHECK } from './overload/pressure.ts'

/**
 * `/healthz`: the process is running, and which version. `/readyz`: the migrated database responds and accepts writes.
 */
export function serveHealth(app: FastifyInstance, db: Database): void {
  app.get('/healthz', { schema: { hide: true }, config: SKIP_PRESSURE_CHECK }, async () => ({
    status: 'ok',
    version: VERSION,
  }))
  app.get('/readyz', { schema: { hide: true } }, async (req, reply) => {
    try {
      const { rows } = await sql<{ isReadOnly: boolean }>`
        select current_setting('transaction_read_only')::boolean as "isReadOnly", exists (select from users)`.execute(
        db,
      )
      if (rows[0]?.isReadOnly) throw new Error('PostgreSQL accepts no writes.')
      return { status: 'ready' }
    } catch (error) {
      req.log.warn(error)
      return reply.code(503).header('retry-after', 1).send({ status: 'unavailable' })
    }
  })
}
