import { defineProject } from 'vitest/config'

/** Journeys share one product and one browser, and two cores: one after the other. */
export default defineProject({
  test: {
    name: 'e2e',
    include: ['*.spec.ts'],
    globalSetup: 'testing/stage.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    maxWorkers: 1,
    maxConcurrency: 3,
  },
})
