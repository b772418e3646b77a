import { requireChromium } from './chromium.ts'
import { check, runTests } from './gate/programs.ts'
import { type Step, takeSteps } from './gate/steps.ts'

/** `npm test`: everything that has to hold before a change lands. */
const STEPS: Step[] = [
  { name: 'Format and lint', run: () => check('biome', 'check', '--error-on-warnings') },
  { name: 'Types', run: () => check('tsc', '-b') },
  { name: 'Import arrows', run: () => check('node', 'tools/arrows.ts') },
  { name: 'Rules, routes and pages', run: () => runTests('!e2e') },
  { name: 'Building the pages', run: () => check('node', 'web/build-if-stale.ts') },
  {
    name: 'Journeys in Chromium',
    run: async () => runTests('e2e', { CHROMIUM_PATH: await requireChromium() }),
  },
]

const { failed } = await takeSteps(STEPS, line => console.log(line))
process.exitCode = failed > 0 ? 1 : 0
