import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { VERSION } from '../../config/version.ts'
import type { Config } from '../../config.ts'
import { isClockOff } from '../clock/database-clock.ts'
import type { Database } from '../database/connection.ts'
import { readDiskSpace } from '../disk-space.ts'

/**
 * `/healthz`: the process is running, and which version. `/readyz`: the migrated database responds and stores what is
 * written. Only a commit shows that: a new primary accepts writes before a standby confirms them. It also says how much space
 * is left for the data folder, and is not ready when that is none; and how far the machine's clock is off, which harms nothing.
 */
export function serveHealth(
  app: FastifyInstance,
  db: Database,
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  clockDifference: () => number,
): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({
    status: 'ok',
    version: VERSION,
  }))

  let running: Promise<void> | undefined
  app.get('/readyz', { schema: { hide: true } }, async (req, reply) => {
    const space = await describeSpace(config)
    // Calls at the same time share one commit, however many there are.
    running ??= commitNothing(db).finally(() => {
      running = undefined
    })
    try {
      await running
      // The commit fits into a log that PostgreSQL has already. Rows need room.
      if (space?.freeMegabytes === 0) throw new Error('The disk of the data folder is full.')
      const clockDifferenceSeconds = Math.round(clockDifference())
      return {
        status: 'ready',
        ...space,
        ...(isClockOff(clockDifferenceSeconds) && { clockDifferenceSeconds }),
      }
    } catch (error) {
      req.log.warn(error)
      return reply
        .code(503)
        .header('retry-after', 1)
        .send({ status: 'unavailable', ...space })
    }
  })
}

async function describeSpace(config: Pick<Config, 'dataDir' | 'databaseUrl'>) {
  const space = await readDiskSpace(config)
  return space && { freeMegabytes: space.freeMb, isSpaceLow: space.isLow }
}

/**
 * Commits a transaction that changes no row, which waits for disk and standby as every other one does. Not while another
 * commit of this role has waited for a standby for a second: what waits keeps its connection until the standby is back.
 */
async function commitNothing(db: Database): Promise<void> {
  const { rows } = await sql<{ isRefused: boolean }>`
    select is_refused as "isRefused", exists (select from caught_mails),
           case when not is_refused then pg_logical_emit_message(true, 'readyz', '') end
      from (
        select current_setting('transaction_read_only')::boolean or exists (
                 select from pg_stat_get_activity(null)
                  where wait_event = 'SyncRep' and query_start < now() - interval '1 second') as is_refused
      ) state`.execute(db)
  if (rows[0]?.isRefused) throw new Error('PostgreSQL stores no writes.')
}
