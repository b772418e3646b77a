import { startCluster } from '../cluster.ts'

/**
 * `run-cluster.ts DATA_DIR` starts a cluster as a program would. It reports each event as one line of JSON, stops on
 * SIGTERM, reports SIGINT, and exits with code 1 if it could not start or PostgreSQL ended unexpectedly.
 */
const [dataDir = ''] = process.argv.slice(2)
const report = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  const { connection, pid, ended, stop } = await startCluster({
    dataDir,
    log: message => report({ message }),
  })
  let isStopping = false
  process.once('SIGTERM', () => {
    isStopping = true
    stop()
  })
  process.on('SIGINT', () => report({ message: 'Ctrl-C' }))
  report({ ready: { connection, pid } })
  const ending = await ended
  report({ ended: ending })
  process.exitCode = isStopping ? 0 : 1
} catch (error) {
  report({ refused: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
