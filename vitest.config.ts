import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { makeTemporaryFolder } from './tools/temporary-folder.ts'

// Inherited by the workers and by the programs that they start.
process.env.TMPDIR = makeTemporaryFolder()
// Half of the processor time of starting a server is reading its source, which the build of the pages has done already.
process.env.NODE_COMPILE_CACHE = join(import.meta.dirname, '.build/compile-cache')

/** Every test but the journeys (`playwright.config.ts`). */
export default defineConfig({
  test: {
    // For two processors, beside the journeys. Each worker takes three seconds of a processor to load the product.
    maxWorkers: 3,
    // What a product needs to stop on a busy machine; given up on, it would be left running.
    teardownTimeout: 60_000,
    tags: [{ name: 'long', description: 'Left to `npm run test:long`, so that the gate stays short.' }],
    projects: ['contract', 'postgres-local', 'server', 'web', 'tools', 'bench'],
  },
})
