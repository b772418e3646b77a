import react from '@vitejs/plugin-react'
import { defineProject } from 'vitest/config'

export default defineProject({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    // The modules of the pages are loaded once a worker instead of once a file, which halves the time.
    isolate: false,
    setupFiles: ['src/testing/setup.ts'],
    // Enough for the longest test on a slow or busy machine; no test measures time.
    testTimeout: 60_000,
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
  },
})
