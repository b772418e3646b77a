import { access } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { createTelemetry } from './audit/security-events.ts'
import { openAttemptLimits } from './auth/attempt-limits.ts'
import { keptAuthSecret } from './auth-secret.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase, openPool } from './database/connection.ts'
import { listenAt } from './database/listen.ts'
import { openStorage } from './database/storage.ts'
import { accountMails } from './features/accounts/mails.ts'
import { roleMails } from './features/users/mails.ts'
import { greet } from './greeting.ts'
import { startHousekeeping } from './housekeeping.ts'
import { openLog } from './http/log.ts'
import { openTransport } from './mail/transport.ts'
import { startMailWorker } from './mail/worker.ts'
import { onSignal } from './signals.ts'

const PAGES_FOLDER = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** As long as a query may take; who is not done by then is slow to send, and a mail that is not gone comes again. */
const PATIENCE_MS = 3_000

/** What is done once the tables are there and before anybody is let in; its lines are told with the greeting. */
type Prepare = (db: Database) => Promise<string[]>

/**
 * The whole product in one process: database, tables, mail, server. Opens in this order and closes in the
 * opposite one, so that nothing outlives what it stands on.
 */
export async function run(config: Config, prepare: Prepare = async () => []): Promise<void> {
  const now = () => new Date()
  const storage = await openStorage(config)
  const log = openLog(config)
  const pool = openPool(storage.address, error => log.warn({ reason: error.message }, 'idle connection lost'))
  const db = openDatabase(pool)
  const authSecret = config.authSecret ?? (await keptAuthSecret(config.dataDir))
  const telemetry = createTelemetry(log)
  const app = await buildApp({
    config,
    log,
    pool,
    db,
    authSecret,
    pagesFolder: (await exists(`${PAGES_FOLDER}index.html`)) ? PAGES_FOLDER : null,
    now,
    telemetry,
  })
  const worker = startMailWorker({
    db,
    send: openTransport(config.mail, db),
    composers: { ...accountMails(config, now), ...roleMails(config) },
    listen: listenAt(storage.address),
    log,
  })
  const housekeeping = startHousekeeping({
    db,
    limits: config.limits,
    attempts: openAttemptLimits(db, { settings: config.limits, secret: authSecret }),
    recordSecurityEvent: telemetry.recordSecurityEvent,
    now,
    log,
  })

  const close = async () => {
    const hurry = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS)
    await Promise.all([app.close(), Promise.race([worker.stop(), pause(PATIENCE_MS)])])
    clearTimeout(hurry)
    housekeeping.stop()
    await pool.end()
    await storage.close()
  }
  onSignal(close)

  const news = await prepare(db)
  await app.listen({ port: config.port, host: config.host }).catch(error => {
    throw error.code === 'EADDRINUSE' ? new Error(portIsTaken(config)) : error
  })
  await greet(config, db, news)
}

const portIsTaken = ({ host, port }: Config) =>
  `Port ${port} of ${host} is in use by another program. Stop that one, or set PORT to a free port.`

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
