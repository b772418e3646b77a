import { expect, test } from 'vitest'
import { type Step, takeSteps } from './steps.ts'

const PASSED = { passed: 1, skipped: 0, faults: [] }

async function take(...groups: Step[][]) {
  const lines: string[] = []
  const isPassed = await takeSteps(groups, line => lines.push(line))
  return { isPassed, lines }
}

test('all steps run, also after a failed one, and their faults and the total are at the end', async () => {
  const { isPassed, lines } = await take(
    [{ name: 'Browser', run: () => Promise.reject(new Error('Install Chromium.')) }],
    [{ name: 'Tests', run: async () => ({ passed: 40, skipped: 2, faults: ['a.test.ts › broke'] }) }],
    [{ name: 'Types', run: async () => PASSED }],
  )
  expect(isPassed).toBe(false)
  expect(lines.slice(-6)).toEqual([
    '✗ Browser: 0 passed, 1 failed',
    '  Install Chromium.',
    '✗ Tests: 40 passed, 1 failed, 2 skipped',
    '  a.test.ts › broke',
    '✓ Types: 1 passed, 0 failed',
    '41 passed, 2 failed, 2 skipped',
  ])
})

test('the steps of a group run at the same time, and the next group after all of them', async () => {
  const { promise: isBuilt, resolve: build } = Promise.withResolvers<void>()
  const ended: string[] = []
  const step = (name: string, run: () => unknown) => ({
    name,
    run: async () => {
      await run()
      ended.push(name)
      return PASSED
    },
  })
  const { isPassed, lines } = await take(
    [step('Lint', () => isBuilt), step('Build', build)],
    [step('Tests', () => expect(ended).toHaveLength(2))],
  )
  expect(lines.at(-1)).toBe('3 passed, 0 failed')
  expect(isPassed).toBe(true)
})
