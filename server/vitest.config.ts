import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: 'src/testing/postgres.ts',
    setupFiles: 'src/testing/setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
