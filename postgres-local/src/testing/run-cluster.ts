import { startCluster } from '../cluster.ts'

/**
 * A copy of the program as far as the database goes: `run-cluster.ts DATA_DIR`. Tells how it went in one
 * line of JSON, stops on SIGTERM, notes SIGINT, and leaves with code 1 when it could not start or PostgreSQL ended
 * unasked.
 */
const [dataDir = ''] = process.argv.slice(2)
const tell = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  const { connection, pid, ended, stop } = await startCluster({ dataDir, log: message => tell({ message }) })
  let isAsked = false
  process.once('SIGTERM', () => {
    isAsked = true
    stop()
  })
  process.on('SIGINT', () => tell({ message: 'Ctrl-C' }))
  tell({ ready: { connection, pid } })
  const ending = await ended
  tell({ ended: ending })
  process.exitCode = isAsked ? 0 : 1
} catch (error) {
  tell({ refused: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
