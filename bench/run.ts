import { statfs, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { measureDeliveries } from './alerts/deliveries.ts'
import { measureWaves } from './alerts/waves.ts'
import { type CleanUp, withCleanUp } from './clean-up.ts'
import { visitPages } from './lighthouse/visit.ts'
import { type Options, readOptions } from './options.ts'
import { inMarkdown } from './report.ts'
import { measureRounds } from './rounds.ts'
import { createSetup } from './setup.ts'

/** The magic number of tmpfs. */
const TMPFS = 0x01021994

/** `npm run bench`: see the usage in options.ts, and docs/scaling.md for what it measures. */
async function run(options: Options, cleanUp: CleanUp) {
  const { scale, connections, rounds, seconds, hasAlerts, pages, out } = options
  const log = (line: string) => console.error(line)
  const setup = await createSetup({ ...options, cleanUp, report: log })
  const { rows } = await setup.db.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  const report = inMarkdown({
    takenAt: new Date().toISOString(),
    scale,
    connections,
    rounds,
    seconds,
    versions: { node: process.version.slice(1), postgresql: rows[0]?.version ?? '' },
    processors: availableParallelism(),
    isDataInMemory: (await statfs(setup.dataDir)).type === TMPFS,
    series: await measureRounds(options, setup, log),
    // They change alerts and requests, so the other workloads are measured before.
    alerts: hasAlerts
      ? { waves: await measureWaves(setup, log), deliveries: await measureDeliveries(setup, log) }
      : null,
    pages: pages.length > 0 ? await visitPages(setup, { pages, rounds }, log) : [],
  })
  console.log(report)
  if (out !== null) await writeFile(out, report)
}

try {
  const options = readOptions(process.argv.slice(2))
  await withCleanUp(cleanUp => run(options, cleanUp))
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
