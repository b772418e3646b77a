import { requireChromium } from './chromium.ts'
import { readConformance } from './conformance/document.ts'
import { type Passed, untriedFaults } from './conformance/faults.ts'
import { oneCheck } from './gate/counts.ts'
import { check, runTests } from './gate/programs.ts'
import { type Step, takeSteps } from './gate/steps.ts'

const passed: Passed[] = []

/** `npm test`: every check that a change must pass. */
const STEPS: Step[][] = [
  [
    { name: 'Format and lint', run: () => check('biome', 'check', '--error-on-warnings') },
    { name: 'Types', run: () => check('tsc', '-b') },
    { name: 'Import rules', run: () => check('node', 'tools/import-rules.ts') },
    { name: 'Build of the pages', run: () => check('node', 'web/build/build-if-stale.ts') },
  ],
  [{ name: 'Size of the pages', run: () => check('node', 'tools/page-weights.ts') }],
  [
    // At the same time, so that the processors work on other tests while a journey waits for its page.
    {
      name: 'End-to-end tests',
      run: async () => runTests(['--project=e2e'], { CHROMIUM_PATH: await requireChromium() }, passed),
    },
    { name: 'Unit, route and page tests', run: () => runTests(['--project=!e2e'], {}, passed) },
  ],
  [{ name: 'Conformance', run: async () => checkOf(untriedFaults(readConformance(), passed)) }],
]

const checkOf = (faults: string[]) => ({ ...oneCheck(faults.length === 0), faults })

const { failed } = await takeSteps(STEPS, line => console.log(line))
process.exitCode = failed > 0 ? 1 : 0
