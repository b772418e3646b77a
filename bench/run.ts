import { execFileSync } from 'node:child_process'
import { statfs, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { takeArguments } from '@blood-bank/server/operations/process/arguments'
import { withCleanUp } from '@blood-bank/server/testing/clean-up'

import { measureDeliveries } from './alerts/deliveries.ts'
import { measureWaves } from './alerts/waves.ts'
import { measureArrival } from './arrival/measure.ts'
import { BENCH, type Options, readOptions } from './options.ts'
import { inMarkdown } from './report.ts'
import { measureRounds } from './rounds.ts'
import { createSetup } from './setup.ts'

/** The magic number of tmpfs. */
const TMPFS = 0x01021994

const options = takeArguments(BENCH, readOptions)
execFileSync(process.execPath, ['web/build/build-if-stale.ts'], { stdio: 'inherit' })

/** `npm run bench`: see BENCH in options.ts, and docs/scaling.md for what it measures. */
await withCleanUp(async cleanUp => {
  const report = await (options.hasArrival ? measureArrival : measureServer)(options, cleanUp)
  console.log(report)
  if (options.out !== null) await writeFile(options.out, report)
})

/** The server's workloads and alerts, as the options say. @returns the text of the results */
async function measureServer(options: Options, cleanUp: AsyncDisposableStack): Promise<string> {
  const setup = await createSetup(options, cleanUp)
  const { rows } = await setup.db.query<{ server_version: string }>('show server_version')
  return inMarkdown({
    ...options,
    takenAt: new Date().toISOString(),
    versions: { node: process.version.slice(1), postgresql: rows[0]?.server_version ?? '' },
    processors: availableParallelism(),
    isDataInMemory: (await statfs(setup.dataDir)).type === TMPFS,
    series: await measureRounds(options, setup),
    // They change alerts and requests, so the other workloads are measured before.
    alerts: options.hasAlerts
      ? { waves: await measureWaves(setup), deliveries: await measureDeliveries(setup) }
      : null,
  })
}
