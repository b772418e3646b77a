import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type AtEnd, endingAll } from './at-end.ts'
import { visitPages } from './lighthouse/visit.ts'
import { type Options, readOptions } from './options.ts'
import { inMarkdown } from './report.ts'
import type { Results } from './results.ts'
import { takeRounds } from './rounds.ts'
import { requireSameRecords } from './same-records.ts'
import { setStage } from './stage.ts'

/** Where a whole run leaves all its figures; ignored by git, as they say something about this machine only. */
const figuresOf = (scale: number) => `.build/bench-scale-${scale}.json`

/** `npm run bench`: see the usage in options.ts, and docs/scaling.md for what it measures. */
async function run(options: Options, atEnd: AtEnd) {
  const { scale, rounds, seconds, workloads, hasLighthouse, isWhole, out } = options
  const say = (line: string) => console.error(line)
  const stage = await setStage({ scale, workloads, atEnd, say })
  await requireSameRecords(workloads, stage)
  const results: Results = {
    takenAt: new Date().toISOString(),
    ...{ scale, rounds, seconds },
    ...(await stage.about()),
    bytes: stage.bytes,
    series: await takeRounds(options, stage, say),
    pages: hasLighthouse ? await visitPages(stage.targets.ours, { atEnd, say }) : [],
  }
  if (isWhole) await keep(figuresOf(scale), JSON.stringify(results))
  const report = inMarkdown(results, scale === 1 ? null : await readFigures(1))
  console.log(report)
  if (out !== null) await keep(out, report)
}

async function keep(file: string, text: string) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

const readFigures = (scale: number): Promise<Results | null> =>
  readFile(figuresOf(scale), 'utf8').then(JSON.parse, () => null)

try {
  const options = readOptions(process.argv.slice(2))
  await endingAll(atEnd => run(options, atEnd))
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
