import { expect, test } from 'vitest'
import { oneCheck } from './counts.ts'
import { takeSteps } from './steps.ts'

const tried = async (steps: Parameters<typeof takeSteps>[0]) => {
  const lines: string[] = []
  const total = await takeSteps(steps, line => lines.push(line))
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

test('a step that throws is reported and counts as one failure', async () => {
  const broken = { name: 'Browser', run: () => Promise.reject(new Error('Install Chromium.')) }
  const { lines, last } = await tried([broken, { name: 'Types', run: async () => oneCheck(true) }])
  expect(lines).toContain('Install Chromium.')
  expect(last).toBe('1 passed, 1 failed')
})

test('tests are counted one by one', async () => {
  const tests = { name: 'Tests', run: async () => ({ passed: 40, failed: 0, skipped: 2 }) }
  expect((await tried([tests, { name: 'Types', run: async () => oneCheck(true) }])).last).toBe(
    '41 passed, 0 failed, 2 skipped',
  )
})
