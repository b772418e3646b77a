import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'postgres-local',
    // Node imports the modules itself, as in production: a tenth less processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['src/**/*.test.ts'],
    setupFiles: 'src/testing/setup.ts',
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
