import { defineProject } from 'vitest/config'
import { MAX_WAIT_MS, TEST_TIMEOUT_MS } from './timeouts.ts'

/** All tests share one product; each has its own users and requests. */
export default defineProject({
  test: {
    name: 'e2e',
    // Node imports the modules itself, as in production: a tenth less processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['*.spec.ts'],
    globalSetup: 'testing/global-setup.ts',
    // The files of a worker share modules, and with them a browser.
    isolate: false,
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: MAX_WAIT_MS } },
    maxConcurrency: 3,
  },
})
