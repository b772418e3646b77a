import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withCleanUp } from '@blood-bank/server/testing/clean-up'
import { waitUntilWhole } from './databases.ts'
import { makeFolder } from './processes.ts'
import { runTrial } from './run-trial.ts'
import { startSite } from './site.ts'
import { TRIALS } from './trials.ts'
import { brokenRules, inTable, type Outcome, seconds } from './verdict.ts'

const [wanted = ''] = process.argv.slice(2)

const report = (line: string) => console.log(`${seconds(performance.now()).padStart(8)}  ${line}`)

/**
 * `npm run test:cluster [-- part of a trial's name]`: makes things go wrong in a cluster of PostgreSQL that is configured
 * as `deploy/cluster` says, while people use two servers of the product. Fails if a rule of `verdict.ts` is broken.
 */
await withCleanUp(async cleanUp => {
  const folder = makeFolder(await mkdtemp(join(tmpdir(), 'bloodbank-cluster-')))
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  report('Starting etcd, PostgreSQL with Patroni, HAProxy, and two servers of the product')
  const site = await startSite(folder, cleanUp)
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
  process.exitCode = failed > 0 ? 1 : 0
})
// Live streams, and connections of `fetch` that were cut in a trial, may still be open.
process.exit()
