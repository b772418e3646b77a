import { defineConfig } from 'vitest/config'

/** Every kind of test under one runner; `e2e` needs the built pages and a Chromium (see tools/gate.ts). */
export default defineConfig({
  test: {
    // Left to itself it leaves a processor to others, of two.
    maxWorkers: 2,
    // What a product needs to stop on a busy machine; given up on, it would be left running.
    teardownTimeout: 60_000,
    projects: ['contract', 'postgres-local', 'server', 'web', 'tools', 'bench', 'e2e'],
  },
})
