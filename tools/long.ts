import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { requireChromium } from './chromium.ts'
import { runTests } from './gate/programs.ts'
import { type Step, takeSteps } from './gate/steps.ts'
import { readFigures, tableOf } from './long/figures.ts'
import { requireOldestPostgres } from './oldest-postgres.ts'

/** Ignored by git; one line per test with its figures. */
const REPORT = '.build/long-report.jsonl'

/**
 * `npm run test:long [-- part of a file's name]`: the tests that take too long for the gate. A test reports its figures with
 * `annotate(JSON.stringify({ tried, trials, faults, losses }), 'figures')`; they are printed as a table at the end.
 */
async function runLongTests() {
  await mkdir(dirname(REPORT), { recursive: true })
  await writeFile(REPORT, '')
  const options = ['--config=vitest.long.config.ts', '--reporter=./tools/long/figures-reporter.ts']
  const filters = process.argv.slice(2)
  const counts = await runTests([...options, ...filters], {
    LONG_REPORT: REPORT,
    ...((await hasJourney(filters)) && { CHROMIUM_PATH: await requireChromium() }),
  })
  const lines = (await readFile(REPORT, 'utf8')).split('\n').filter(Boolean)
  console.log(`\n${tableOf(lines.map(readFigures))}`)
  return counts
}

/** Whether a run needs a browser. Without filters it has every file. */
async function hasJourney(filters: string[]): Promise<boolean> {
  const files = (await readdir('e2e')).filter(name => name.endsWith('.long.ts'))
  return filters.length === 0 || filters.some(filter => files.some(name => `e2e/${name}`.includes(filter)))
}

/** The folders whose tests query the database. The tests of the embedded PostgreSQL are not among them. */
const ON_ANY_POSTGRES = ['src/platform/', 'src/identity/', 'src/features/']

/** The tests of the routes once more, on the oldest PostgreSQL that an operator's `DATABASE_URL` may lead to. */
const runOnOldestPostgres = async () =>
  runTests(['--project=server', ...ON_ANY_POSTGRES], {
    TEST_POSTGRES_PROGRAMS: await requireOldestPostgres(),
  })

/** The tests of which the gate tries a part (`test-scope.ts`). */
const tryEverySample = () =>
  runTests(
    ['--project=server', 'query-plans', 'private-numbers', 'process-tests', 'races', 'large-listing'],
    {
      TEST_SCOPE: 'all',
    },
  )

const runEveryJourney = async () =>
  runTests(['--project=e2e'], {
    TEST_SCOPE: 'all',
    CHROMIUM_PATH: await requireChromium(),
  })

/**
 * The tests of the pages once more, each file with modules of its own. In the gate they share modules, so a test can pass
 * only because another file has loaded a lazy part before it.
 */
const isolatePageTests = () => runTests(['--project=web', '--isolate'], { TEST_SCOPE: 'all' })

/** One after the other, because several of them measure time or memory. */
const STEPS: Step[] = [
  { name: 'Long tests', run: runLongTests },
  // With an argument only the matching files run.
  ...(process.argv.length > 2
    ? []
    : [
        { name: 'Routes on PostgreSQL 15', run: runOnOldestPostgres },
        {
          name: 'Every query plan, and every sample of private numbers, races and running servers',
          run: tryEverySample,
        },
        { name: 'Pages with modules of their own', run: isolatePageTests },
        { name: 'Every journey, and every page in every state', run: runEveryJourney },
      ]),
]

const { failed } = await takeSteps(
  STEPS.map(step => [step]),
  line => console.log(line),
)
process.exitCode = failed > 0 ? 1 : 0
