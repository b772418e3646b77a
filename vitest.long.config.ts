import { existsSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const { workspaces } = JSON.parse(readFileSync('package.json', 'utf8')) as { workspaces: string[] }
const members = [...workspaces, 'tools'].filter(member => existsSync(`${member}/vitest.config.ts`))

/**
 * The long tests (`npm run test:long`): every `*.long.ts` of a member that has tests, with that member's own
 * setting but without time-outs, one file after the other so that they do not disturb each other's clocks.
 */
export default defineConfig({
  test: {
    fileParallelism: false,
    projects: members.map(member => ({
      extends: `./${member}/vitest.config.ts`,
      root: member,
      test: {
        name: { label: `${member}, long` },
        include: ['**/*.long.{ts,tsx}'],
        exclude: ['**/*.{test,spec}.*', '**/node_modules/**', '**/dist/**'],
        testTimeout: 0,
        hookTimeout: 0,
      },
    })),
  },
})
