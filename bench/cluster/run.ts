import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { type CleanUp, withCleanUp } from '../clean-up.ts'
import { folderOfRun, killAbandoned, makeFolder } from './processes.ts'
import { runTrial } from './run-trial.ts'
import { startSite } from './site.ts'
import { inTable, seconds } from './table.ts'
import { thaw } from './thaw.ts'
import { FREEZE, TRIALS } from './trials.ts'
import { brokenRules, type Outcome } from './verdict.ts'

/**
 * `npm run test:cluster [-- part of a trial's name]`: makes things go wrong in a cluster of PostgreSQL that is configured
 * as `deploy/cluster` says, while people use two servers of the product. Fails if a rule of `verdict.ts` is broken.
 */
async function run(wanted: string, cleanUp: CleanUp): Promise<number> {
  const begunAt = performance.now()
  const report = (line: string) => console.log(`${seconds(performance.now() - begunAt).padStart(8)}  ${line}`)
  killAbandoned()
  const folder = makeFolder(folderOfRun(tmpdir()))
  cleanUp(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const site = await startSite({ folder, cleanUp, report })

  const outcomes: Outcome[] = []
  let failed = 0
  const notes: string[] = []
  const attempt = async (trial: (typeof TRIALS)[number]) => {
    report(trial.name)
    const outcome = await runTrial(trial, site)
    outcomes.push(outcome)
    const broken = brokenRules(outcome)
    if (broken.length > 0) failed += 1
    for (const rule of broken) report(`  ✗ ${rule}`)
  }
  for (const trial of TRIALS.filter(({ name }) => name.includes(wanted))) await attempt(trial)
  if (FREEZE.name.includes(wanted)) {
    const { primary } = await site.patroni.waitUntilWhole()
    await attempt(FREEZE)
    const note = await thaw(primary, site)
    report(note)
    notes.push(note)
  }
  console.log(['', inTable(outcomes), ...notes, ''].join('\n'))
  console.log(`${outcomes.length - failed} passed, ${failed} failed`)
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
// Connections of `fetch` that were cut in a trial may still be open.
process.exit()
