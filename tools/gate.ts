import { requireChromium } from './chromium.ts'
import { check } from './gate/programs.ts'
import { takeSteps } from './gate/steps.ts'
import { runJourneys, runTests } from './gate/tests.ts'

// TypeScript, a Go program, collects garbage less often: a fifth less of its processor time, for 300 MB.
process.env.GOGC ??= '400'

const SHORT = '--tags-filter=!long'

/** The dashboard, lists, and the answer to an alert. `npm run test:long` has all pages translated. */
const TRANSLATED = [
  ...['dashboard/page', 'dashboard/received-offers', 'view-requests/page', 'find-donors/page', 'answer/page'],
  'admin/listing/listing',
]

/** `npm test`: every check that a change must pass. */
const isPassed = await takeSteps([
  [
    { name: 'Format and lint', run: () => check('biome', 'check', '--error-on-warnings') },
    // One checker for each project: several would each judge the types that they share.
    { name: 'Types', run: () => check('tsc', '-b', '--checkers', '1') },
    { name: 'Import rules', run: () => check('node', 'tools/import-rules.ts') },
    { name: 'Build of the pages', run: () => check('node', 'web/build/build-if-stale.ts') },
  ],
  [{ name: 'Size of the pages', run: () => check('node', 'tools/page-weights.ts') }],
  [
    // At the same time, so that the processors work on other tests while a journey waits for its page.
    {
      name: 'End-to-end tests',
      run: async () => runJourneys([], { CHROMIUM_PATH: await requireChromium() }),
    },
    { name: 'Unit, route and page tests', run: () => runTests([SHORT]) },
    {
      name: 'Pages that a browser translates',
      run: () => runTests([SHORT, '--project=web', ...TRANSLATED], { PAGES: 'translated' }),
    },
  ],
])
process.exitCode = isPassed ? 0 : 1
