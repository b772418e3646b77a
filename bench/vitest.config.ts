import { defineProject } from 'vitest/config'

/** Tests of computing and reporting. Measuring itself is not part of the gate. */
export default defineProject({ test: { name: 'bench', isolate: false, include: ['**/*.test.ts'] } })
