import { access } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { keptAuthSecret } from './auth-secret.ts'
import type { Config } from './config.ts'
import { openDatabase, openPool } from './database/connection.ts'
import { listenAt } from './database/listen.ts'
import { openStorage } from './database/storage.ts'
import { accountMails } from './features/accounts/mails.ts'
import { greet } from './greeting.ts'
import { startHousekeeping } from './housekeeping.ts'
import { openTransport } from './mail/transport.ts'
import { startMailWorker } from './mail/worker.ts'
import { onSignal } from './signals.ts'

const PAGES_FOLDER = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/**
 * The whole product in one process: database, tables, mail, server. Opens in this order and closes in the
 * opposite one, so that nothing outlives what it stands on.
 */
export async function run(config: Config): Promise<void> {
  const now = () => new Date()
  const storage = await openStorage(config)
  const pool = openPool(storage.address, error =>
    app?.log.warn({ reason: error.message }, 'idle connection lost'),
  )
  const db = openDatabase(pool)
  const authSecret = config.authSecret ?? (await keptAuthSecret(config.dataDir))
  const app = await buildApp({
    config,
    pool,
    db,
    authSecret,
    pagesFolder: (await exists(`${PAGES_FOLDER}index.html`)) ? PAGES_FOLDER : null,
    now,
  })
  const worker = startMailWorker({
    db,
    send: openTransport(config.mail, db),
    composers: accountMails(config, now),
    listen: listenAt(storage.address),
    log: app.log,
  })
  const housekeeping = startHousekeeping(db, app.log)

  const close = async () => {
    await app.close()
    housekeeping.stop()
    await worker.stop()
    await pool.end()
    await storage.close()
  }
  onSignal(close)
  storage.ended?.then(async () => {
    app.log.fatal('PostgreSQL has ended; stopping. Start again to recover.')
    process.exit(1)
  })

  await app.listen({ port: config.port, host: config.host })
  await greet(config, db)
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
