import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHECKS_ALL, LONG } from './e2e/testing/journey.ts'
import { DESKTOP } from './e2e/testing/visitor.ts'
import { endWithOutput, makeTemporaryFolder } from './tools/temporary-folder.ts'

// The workers, which read this file as well, and the programs that they start inherit both (see vitest.config.ts).
if (process.env.TEST_WORKER_INDEX === undefined) {
  process.env.TMPDIR = makeTemporaryFolder()
  endWithOutput()
  process.env.NODE_COMPILE_CACHE = join(import.meta.dirname, '.build/compile-cache')
}

/** The maximum wait for anything, on a busy machine. No test depends on the value. */
const MAX_WAIT_MS = 60_000

/** End-to-end tests. They need the built pages and a Chromium (see tools/gate.ts). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: CHECKS_ALL ? '*.{spec,long}.ts' : '*.spec.ts',
  ...(!CHECKS_ALL && { grepInvert: new RegExp(LONG.tag) }),
  globalSetup: './e2e/testing/global-setup.ts',
  outputDir: '.build/playwright',
  // Tracing takes a third of the processor time. A failed test is repeated with it, and counts as failed all the same.
  retries: 1,
  failOnFlakyTests: true,
  // For two processors. The gate runs the other tests at the same time, which take longer.
  workers: 2,
  // Enough for the longest journey and for a start of the product.
  timeout: 4 * MAX_WAIT_MS,
  expect: { timeout: MAX_WAIT_MS },
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // No process in reserve for the next page, which is a tenth of the processor time of these tests.
        '--renderer-process-limit=1',
        // A page of a test lives for seconds: optimizing its code costs a tenth more than it saves.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
    actionTimeout: MAX_WAIT_MS,
    navigationTimeout: MAX_WAIT_MS,
    viewport: DESKTOP,
    locale: 'en-US',
    // Chromium without a window denies it otherwise.
    permissions: ['clipboard-write'],
    // Drawing animations takes a fifth of the browser's processor time.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
  },
})
