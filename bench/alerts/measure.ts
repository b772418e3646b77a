import type { Connection } from '@blood-bank/postgres-local/data-folder'
import { planBurst } from '@blood-bank/server/testing/alerts/burst-trial'
import type pg from 'pg'
import { measureDeliveries } from './deliveries.ts'
import { type AlertFigures, SLOW_STATEMENT_MS } from './figures.ts'
import type { MailServer } from './mail-server.ts'
import { measureWaves } from './waves.ts'

const BURST_REQUESTS = 200
const SHOWN_LENGTH = 200

type Measured = { db: pg.ClientBase; connection: Connection; mailServer: MailServer }

/** Measures W8, a burst and W11. They change alerts and requests, so other workloads are measured before. */
export async function measureAlerts(
  { db, connection, mailServer }: Measured,
  report: (line: string) => void,
): Promise<AlertFigures> {
  report('Planning waves')
  const planned = await measureWaves(db, connection)
  report('Planning a burst')
  const { statements, ...burst } = await planBurst(connection, BURST_REQUESTS)
  for (const { text, ms } of statements)
    if (ms > SLOW_STATEMENT_MS) report(`${ms.toFixed(0)} ms: ${text.trim().slice(0, SHOWN_LENGTH)}`)
  report('Delivering alerts')
  return {
    ...planned,
    burst: { ...burst, statements: statements.map(({ ms }) => ms) },
    deliveries: await measureDeliveries(db, mailServer),
  }
}
