import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { measureAlerts } from './alerts/measure.ts'
import { type CleanUp, withCleanUp } from './clean-up.ts'
import { storeSharedPage } from './lighthouse/shared-page.ts'
import { visitPages } from './lighthouse/visit.ts'
import { type Options, readOptions } from './options.ts'
import { inMarkdown } from './report.ts'
import type { Results } from './results.ts'
import { measureRounds } from './rounds.ts'
import { requireSameRecords } from './same-records.ts'
import { createSetup } from './setup.ts'

/** Where a whole run leaves all its figures; ignored by git, as they report something about this machine only. */
const figuresFile = (scale: number) => `.build/bench-scale-${scale}.json`

/** `npm run bench`: see the usage in options.ts, and docs/scaling.md for what it measures. */
async function run(options: Options, cleanUp: CleanUp) {
  const { scale, rounds, seconds, workloads, hasAlerts, hasLighthouse, isComplete, out } = options
  const log = (line: string) => console.error(line)
  const setup = await createSetup({ scale, workloads, cleanUp, report: log })
  await requireSameRecords(workloads, setup)
  await storeSharedPage(setup.db)
  const results: Results = {
    takenAt: new Date().toISOString(),
    ...{ scale, rounds, seconds },
    ...(await setup.environment()),
    bytes: setup.bytes,
    series: await measureRounds(options, setup, log),
    alerts: hasAlerts ? await measureAlerts({ ...setup, connection: setup.product.connection }, log) : null,
    pages: hasLighthouse ? await visitPages(setup.targets.ours, { cleanUp, report: log }) : [],
  }
  if (isComplete) await save(figuresFile(scale), JSON.stringify(results))
  const report = inMarkdown(results, scale === 1 ? null : await readFigures(1))
  console.log(report)
  if (out !== null) await save(out, report)
}

async function save(file: string, text: string) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

const readFigures = (scale: number): Promise<Results | null> =>
  readFile(figuresFile(scale), 'utf8').then(JSON.parse, () => null)

try {
  const options = readOptions(process.argv.slice(2))
  await withCleanUp(cleanUp => run(options, cleanUp))
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
