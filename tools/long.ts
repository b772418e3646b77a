import { existsSync, globSync } from 'node:fs'
import { requireChromium } from './chromium.ts'
import { installWithoutServices, thisMachine } from './debian-package.ts'
import { check } from './gate/programs.ts'
import { type Step, takeSteps } from './gate/steps.ts'
import { runJourneys, runTests } from './gate/tests.ts'
import { requireOldestPostgres } from './oldest-postgres.ts'

const filters = process.argv.slice(2)

/** The folders whose tests query the database. The tests of the embedded PostgreSQL are not among them. */
const ON_ANY_POSTGRES = ['src/platform/', 'src/identity/', 'src/features/']

/** What a long test needs of Debian's packages, and is skipped without. */
const PACKAGES = { image: ['buildah', 'mmdebstrap'] }

/** The files `*.long.ts`. The verbose reporter prints the figures that they report with `annotate`. */
const LONG_TESTS: Step = {
  name: 'Long tests',
  run: async () => {
    for (const [test, packages] of Object.entries(PACKAGES))
      if (filters.length === 0 || named.some(path => path.includes(test)))
        await installWithoutServices(
          thisMachine(),
          packages.filter(name => !existsSync(`/usr/share/doc/${name}`)),
        )
    return runTests(['--config=vitest.long.config.ts', ...filters], {}, 'verbose')
  },
}

const JOURNEYS: Step = {
  name: 'Every journey, and every page in every state',
  run: async () => {
    // Some need the whole browser: the one of the gate keeps no page for Back, and takes no settings.
    await installWithoutServices(thisMachine(), existsSync('/usr/bin/chromium') ? [] : ['chromium'])
    return runJourneys(filters, { TEST_SCOPE: 'all', CHROMIUM_PATH: await requireChromium() })
  },
}

const MORE_OF_THE_GATE: Step[] = [
  {
    // The oldest that an operator's `DATABASE_URL` may lead to.
    name: 'Routes on PostgreSQL 15',
    run: async () =>
      runTests(['--project=server', ...ON_ANY_POSTGRES], {
        TEST_POSTGRES_PROGRAMS: await requireOldestPostgres(),
      }),
  },
  {
    // Which the gate leaves out.
    name: 'Tests tagged long',
    run: () => runTests(['--tags-filter=long']),
  },
  {
    // In the gate they share modules: a test can pass only because another file has loaded a lazy part before it.
    name: 'Pages with modules of their own',
    run: () => runTests(['--project=web', '--isolate']),
  },
  {
    name: 'Pages that a browser translates',
    run: () => runTests(['--project=web'], { PAGES: 'translated' }),
  },
  {
    // In the gate only some are (web/src/testing/render-page.tsx).
    name: 'Pages that the browser takes over from the server',
    run: () => runTests(['--project=web'], { PAGES: 'rendered' }),
  },
  JOURNEYS,
]

/**
 * `npm run test:long [-- part of a file's name]`: what takes too long for the gate; with a name, only the long tests of
 * matching files, and without such a file a failure. One step after the other, because several measure time or memory.
 */
const named = globSync(['*/**/*.long.{ts,tsx}', 'e2e/*.spec.ts'], { exclude: ['**/node_modules/**'] }).filter(
  path => filters.some(filter => path.includes(filter)),
)
if (filters.length > 0 && named.length === 0) {
  console.error(
    `No long test has ${filters.join(' or ')} in its file's name: see the files *.long.ts and e2e/*.spec.ts.`,
  )
  process.exit(2)
}
const isJourney = (path: string) => path.startsWith('e2e/')
const isNamed = (step: Step) =>
  step === JOURNEYS ? named.some(isJourney) : named.length === 0 || !named.every(isJourney)
const steps = filters.length > 0 ? [LONG_TESTS, JOURNEYS].filter(isNamed) : [LONG_TESTS, ...MORE_OF_THE_GATE]
const BUILD: Step = {
  name: 'Build of the pages',
  run: () => check('node', 'web/build/build-if-stale.ts'),
}
process.exitCode = (await takeSteps([BUILD, ...steps].map(step => [step]))) ? 0 : 1
