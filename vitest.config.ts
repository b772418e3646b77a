import { defineConfig } from 'vitest/config'

/** Every kind of test under one runner; `e2e` needs the built pages and a Chromium (see tools/gate.ts). */
export default defineConfig({
  test: {
    // Left to itself it leaves a processor to others, of two.
    maxWorkers: 2,
    projects: ['contract', 'server', 'web', 'tools', 'bench', 'e2e'],
  },
})
