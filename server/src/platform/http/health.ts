import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { VERSION } from '../../config/version.ts'
import type { Database } from '../database/connection.ts'
import { SKIP_PRESSURE_CHECK } from './overload/pressure.ts'

/**
 * `/healthz`: the process is running, and which version. `/readyz`: the migrated database responds and stores what is
 * written. Only a commit shows that: a new primary accepts writes before a standby confirms them.
 */
export function serveHealth(app: FastifyInstance, db: Database): void {
  app.get('/healthz', { schema: { hide: true }, config: SKIP_PRESSURE_CHECK }, async () => ({
    status: 'ok',
    version: VERSION,
  }))

  let running: Promise<void> | undefined
  app.get('/readyz', { schema: { hide: true } }, async (req, reply) => {
    // Calls at the same time share one commit, however many there are.
    running ??= commitNothing(db).finally(() => {
      running = undefined
    })
    try {
      await running
      return { status: 'ready' }
    } catch (error) {
      req.log.warn(error)
      return reply.code(503).header('retry-after', 1).send({ status: 'unavailable' })
    }
  })
}

/** Commits a transaction that changes no row. It waits for disk and standby as every other one does. */
async function commitNothing(db: Database): Promise<void> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select current_setting('transaction_read_only')::boolean as "isReadOnly", exists (select from users),
      pg_logical_emit_message(true, 'readyz', '')`.execute(db)
  if (rows[0]?.isReadOnly) throw new Error('PostgreSQL accepts no writes.')
}
