import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'postgres-local',
    include: ['src/**/*.test.ts'],
    setupFiles: 'src/testing/setup.ts',
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
