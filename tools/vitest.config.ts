import { defineProject } from 'vitest/config'

// Some tests read the whole repository, which takes seconds on a busy machine.
export default defineProject({
  test: { name: 'tools', include: ['**/*.test.ts'], isolate: false, testTimeout: 60_000 },
})
