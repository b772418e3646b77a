import { readFile, writeFile } from 'node:fs/promises'
import { visitPages } from './lighthouse/visit.ts'
import { readOptions } from './options.ts'
import { inMarkdown } from './report.ts'
import type { Results } from './results.ts'
import { takeRounds } from './rounds.ts'
import { requireSameRecords } from './same-records.ts'
import { setStage } from './stage.ts'

/** Where a whole run at scale 1 leaves its figures, for a larger campus to be set against. */
const SCALE_1 = 'bench/results.json'

/** `npm run bench`: see the usage in options.ts, and docs/operations.md for what it tells. */
async function run() {
  const options = readOptions(process.argv.slice(2))
  const say = (line: string) => console.error(line)
  const { scale, rounds, seconds, workloads, hasLighthouse } = options
  const stage = await setStage(options, say)
  try {
    await requireSameRecords(workloads, stage)
    const results: Results = {
      takenAt: new Date().toISOString(),
      ...{ scale, rounds, seconds },
      ...(await stage.about()),
      bytes: stage.bytes,
      series: await takeRounds(options, stage, say),
      pages: hasLighthouse ? await visitPages(stage.targets.ours, say) : [],
    }
    await tell(results, options.out)
  } finally {
    await stage.stop()
  }
}

async function tell(results: Results, out: string | null) {
  const smaller = results.scale === 1 ? null : await readResults(SCALE_1)
  const report = inMarkdown(results, smaller)
  console.log(report)
  if (out === null) return
  await writeFile(out, report)
  await writeFile(out.replace(/(\.md)?$/, '.json'), `${JSON.stringify(results, null, 2)}\n`)
}

const readResults = (file: string): Promise<Results | null> =>
  readFile(file, 'utf8').then(JSON.parse, () => null)

await run().catch(error => {
  console.error(error)
  process.exitCode = 1
})
