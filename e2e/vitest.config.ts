import { defineProject } from 'vitest/config'

/** Journeys share one product and one browser; each has people and requests of its own. */
export default defineProject({
  test: {
    name: 'e2e',
    include: ['*.spec.ts'],
    globalSetup: 'testing/stage.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxConcurrency: 3,
  },
})
