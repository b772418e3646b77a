import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { runVitest } from './gate/programs.ts'
import { takeSteps } from './gate/steps.ts'
import { readFigures, tableOf } from './long/figures.ts'

/** Ignored by git; each line is one test's figures. */
const REPORT = '.build/long-report.jsonl'

/**
 * `npm run test:long [-- part of a file's name]`: what takes too long for the gate. A test tells its figures with
 * `annotate(JSON.stringify({ tried, trials, faults, losses }), 'figures')`; they become a table at the end.
 */
async function runLongTests() {
  await mkdir(dirname(REPORT), { recursive: true })
  await writeFile(REPORT, '')
  const options = ['--config=vitest.long.config.ts', '--reporter=./tools/long/figures-reporter.ts']
  const counts = await runVitest([...options, ...process.argv.slice(2)], { LONG_REPORT: REPORT })
  const lines = (await readFile(REPORT, 'utf8')).split('\n').filter(Boolean)
  console.log(`\n${tableOf(lines.map(readFigures))}`)
  return counts
}

const { failed } = await takeSteps([{ name: 'Long tests', run: runLongTests }], line => console.log(line))
process.exitCode = failed > 0 ? 1 : 0
