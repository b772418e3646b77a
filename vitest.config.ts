import { defineConfig } from 'vitest/config'

/** Every kind of test under one runner; `e2e` needs the built pages and a Chromium (see tools/gate.ts). */
export default defineConfig({
  test: {
    projects: ['contract', 'server', 'web', 'tools', 'bench', 'e2e'],
  },
})
