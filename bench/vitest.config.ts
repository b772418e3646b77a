import { defineProject } from 'vitest/config'

/** What reckons and reports; what measures is no matter for a gate. */
export default defineProject({ test: { name: 'bench', include: ['**/*.test.ts'] } })
