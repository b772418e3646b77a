import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { makeTemporaryFolder } from './tools/temporary-folder.ts'

// Inherited by the workers and by the programs that they start.
process.env.TMPDIR = makeTemporaryFolder()
// Half of the processor time of starting a server is reading its source, which is the same for each of the fifty servers.
process.env.NODE_COMPILE_CACHE = join(process.env.TMPDIR, 'compile-cache')

/** Starts the longest files first, so that no processor is idle at the end of the run. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const weightOf = ({ moduleId }: TestSpecification) => (/accessibility/.test(moduleId) ? 1 : 0)
    return (await super.sort(files)).toSorted((one, other) => weightOf(other) - weightOf(one))
  }
}

/** Every kind of test under one runner. `e2e` needs the built pages and a Chromium (see tools/gate.ts). */
export default defineConfig({
  test: {
    // For two processors. The gate has two runs at the same time, and most tests wait for a database or a page.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // What a product needs to stop on a busy machine; given up on, it would be left running.
    teardownTimeout: 60_000,
    projects: ['contract', 'postgres-local', 'server', 'web', 'tools', 'bench', 'e2e'],
  },
})
