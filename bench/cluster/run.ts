import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CleanUp, withCleanUp } from '../clean-up.ts'
import { waitUntilWhole } from './databases.ts'
import { makeFolder } from './processes.ts'
import { runTrial } from './run-trial.ts'
import { startSite } from './site.ts'
import { TRIALS } from './trials.ts'
import { brokenRules, inTable, type Outcome, seconds } from './verdict.ts'

/**
 * `npm run test:cluster [-- part of a trial's name]`: makes things go wrong in a cluster of PostgreSQL that is configured
 * as `deploy/cluster` says, while people use two servers of the product. Fails if a rule of `verdict.ts` is broken.
 */
async function run(wanted: string, cleanUp: CleanUp): Promise<number> {
  const report = (line: string) => console.log(`${seconds(performance.now()).padStart(8)}  ${line}`)
  const folder = makeFolder(await mkdtemp(join(tmpdir(), 'bloodbank-cluster-')))
  cleanUp(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const site = await startSite({ folder, cleanUp, report })
  const outcomes: Outcome[] = []
  let failed = 0
  for (const trial of TRIALS.filter(({ name }) => name.includes(wanted))) {
    report(trial.name)
    const outcome = await runTrial(trial, site)
    outcomes.push(outcome)
    const broken = brokenRules(outcome)
    if (broken.length > 0) failed += 1
    for (const rule of broken) report(`  ✗ ${rule}`)
  }
  await waitUntilWhole()
  console.log(`\n${inTable(outcomes)}\n\n${outcomes.length - failed} passed, ${failed} failed`)
  return failed
}

try {
  await withCleanUp(async cleanUp => {
    process.exitCode = (await run(process.argv[2] ?? '', cleanUp)) > 0 ? 1 : 0
  })
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
// Live streams, and connections of `fetch` that were cut in a trial, may still be open.
process.exit()
