import { defineProject } from 'vitest/config'
import { MAX_JOURNEY_MS, PATIENCE_MS } from './patience.ts'

/** Journeys share one product and one browser; each has people and requests of its own. */
export default defineProject({
  test: {
    name: 'e2e',
    include: ['*.spec.ts'],
    globalSetup: 'testing/stage.ts',
    testTimeout: MAX_JOURNEY_MS,
    hookTimeout: MAX_JOURNEY_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    maxConcurrency: 3,
  },
})
