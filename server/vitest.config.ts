import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'server',
    // Node imports the modules itself, as in production: a tenth less processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['src/**/*.test.ts'],
    globalSetup: 'src/testing/postgres/global-setup.ts',
    setupFiles: 'src/testing/setup.ts',
    // Files share loaded modules, which keep no state: a third of the time.
    isolate: false,
    expect: { poll: { timeout: 60_000 } },
    // They end tests that hang; some files store a hundred thousand rows, for long on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
