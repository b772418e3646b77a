import { expect, test } from 'vitest'
import { oneCheck } from './counts.ts'
import { type Step, takeSteps } from './steps.ts'

/** Takes steps one after the other. */
const tried = async (steps: Step[]) => {
  const lines: string[] = []
  const total = await takeSteps(
    steps.map(step => [step]),
    line => lines.push(line),
  )
  return { total, lines, last: lines.at(-1) }
}

test('all steps run in their order, also after a failed one', async () => {
  const taken: string[] = []
  const step = (name: string, isPassed: boolean) => ({
    name,
    run: async () => {
      taken.push(name)
      return oneCheck(isPassed)
    },
  })
  const { total, last, lines } = await tried([
    step('Lint', true),
    step('Types', false),
    step('Imports', true),
  ])
  expect(taken).toEqual(['Lint', 'Types', 'Imports'])
  expect(total).toEqual({ passed: 2, failed: 1, skipped: 0 })
  expect(last).toBe('2 passed, 1 failed')
  expect(lines).toContain('✗ Types: 0 passed, 1 failed')
})

test('the steps of a group run at the same time, and the next group after all of them', async () => {
  const { promise: isBuilt, resolve: build } = Promise.withResolvers<void>()
  let hasLinted = false
  const step = (name: string, run: () => unknown) => ({
    name,
    run: async () => {
      await run()
      return oneCheck(true)
    },
  })
  const lint = async () => {
    await isBuilt
    hasLinted = true
  }
  await takeSteps(
    [[step('Lint', lint), step('Build', build)], [step('Tests', () => expect(hasLinted).toBe(true))]],
    () => {},
  )
  expect.assertions(1)
})

test('what failed in a step is repeated below its counts at the end', async () => {
  const tests = { name: 'Tests', run: async () => ({ ...oneCheck(false), faults: ['a.test.ts › broke'] }) }
  const { lines } = await tried([tests, { name: 'Types', run: async () => oneCheck(true) }])
  expect(lines.slice(-4)).toEqual([
    '✗ Tests: 0 passed, 1 failed',
    '  a.test.ts › broke',
    '✓ Types: 1 passed, 0 failed',
    '1 passed, 1 failed',
  ])
})

test('a step that throws is reported and counts as one failure', async () => {
  const broken = { name: 'Browser', run: () => Promise.reject(new Error('Install Chromium.')) }
  const { lines, last } = await tried([broken, { name: 'Types', run: async () => oneCheck(true) }])
  expect(lines).toContain('  Install Chromium.')
  expect(last).toBe('1 passed, 1 failed')
})

test('tests are counted one by one', async () => {
  const tests = { name: 'Tests', run: async () => ({ passed: 40, failed: 0, skipped: 2 }) }
  expect((await tried([tests, { name: 'Types', run: async () => oneCheck(true) }])).last).toBe(
    '41 passed, 0 failed, 2 skipped',
  )
})
