import { join } from 'node:path'
import { findServersIn } from '@blood-bank/postgres-local/processes'

/** Sends a signal to PostgreSQL and all its workers. */
export function signalPostgres(dataDir: string, signal: NodeJS.Signals): void {
  for (const { pid } of findServersIn(join(dataDir, 'postgres'))) {
    try {
      process.kill(pid, signal)
    } catch {
      // The worker has ended meanwhile.
    }
  }
}
