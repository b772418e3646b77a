import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: 'src/testing/postgres/global-setup.ts',
    setupFiles: 'src/testing/setup.ts',
    // Files share loaded modules, which keep no state: a third of the time.
    isolate: false,
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
