import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './programs.ts'
import { readJourneys, readReport } from './tests.ts'

type TestFile = { tests: string[]; status?: string; message?: string; errors?: string[] }

/** Vitest's report with one file `a.test.ts` for each list of results. */
function aReport(...files: TestFile[]): string {
  const all = files.flatMap(({ tests }) => tests)
  const count = (status: string) => all.filter(result => result === status).length
  return JSON.stringify({
    numTotalTests: all.length,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    testResults: files.map(({ tests, status, message = '', errors = [] }) => ({
      name: join(ROOT, 'a.test.ts'),
      message,
      status: status ?? (tests.includes('failed') ? 'failed' : 'passed'),
      assertionResults: tests.map(status => ({ fullName: ' it works', status, failureMessages: errors })),
    })),
  })
}

test('the results of tests are counted over all files', () => {
  const report = aReport({ tests: ['passed', 'passed'] }, { tests: ['passed', 'failed', 'skipped', 'todo'] })
  expect(readReport(report, false)).toEqual({ passed: 3, skipped: 2, faults: ['a.test.ts › it works'] })
})

test('a failed test is named with the beginning of each of its errors', () => {
  const long = ['\u001b[31mError: first\u001b[39m', ...Array(20).fill('    at a.test.ts:4:12')].join('\n')
  const [fault] = readReport(aReport({ tests: ['failed'], errors: [long, 'Error: second'] }), false).faults
  expect(fault?.split('\n').slice(0, 3)).toEqual([
    'a.test.ts › it works',
    '    Error: first',
    '        at a.test.ts:4:12',
  ])
  expect(fault?.split('\n')).toHaveLength(16)
  expect(fault).toContain('Error: second')
})

test.each([
  ['did not load', []],
  ['failed after its tests passed', ['passed']],
])('a file that %s is one failure', (_, tests) => {
  const report = aReport({ tests, status: 'failed', message: 'no such module' }, { tests: ['passed'] })
  expect(readReport(report, false).faults).toEqual(['a.test.ts\n    no such module'])
})

test.each([
  ['with an error outside of all files', aReport({ tests: ['passed'] }), false],
  ['without a report', '', true],
  ['with half a report', '{"testResults":[{"sta', true],
  ['with a report of something else', '{}', true],
  ['without a test', aReport(), true],
  ['that skipped everything', aReport({ tests: ['skipped'] }), true],
])('a run %s is one failure', (_, report, isPassed) => {
  expect(readReport(report, isPassed).faults).toEqual([expect.stringContaining('see its output above')])
})

/** Playwright's report with one file `a.spec.ts`, of whose tests one is in a group. */
function aJourneyReport({
  skipped = 0,
  failures = [] as string[],
  errors = [] as string[],
  isFlaky = false,
}) {
  const specs = ['', ...failures].map(message => ({
    title: message === '' ? 'it works' : 'it breaks',
    file: 'a.spec.ts',
    ok: message === '' || isFlaky,
    tests: [
      {
        status: message === '' ? 'expected' : isFlaky ? 'flaky' : 'unexpected',
        results: [{ errors: message === '' ? [] : [{ message }] }],
      },
    ],
  }))
  return JSON.stringify({
    stats: { expected: 1, skipped },
    suites: [{ specs: specs.slice(0, 1), suites: [{ specs: specs.slice(1) }] }],
    errors: errors.map(message => ({ message })),
  })
}

test('journeys are counted, and a failed one is named with the beginning of its error', () => {
  expect(readJourneys(aJourneyReport({ skipped: 2 }), true)).toEqual({ passed: 1, skipped: 2, faults: [] })
  expect(readJourneys(aJourneyReport({ failures: ['Error: lost'] }), false)).toEqual({
    passed: 1,
    skipped: 0,
    faults: ['a.spec.ts › it breaks\n    Error: lost'],
  })
  const passedWhenRepeated = aJourneyReport({ failures: ['Error: late'], isFlaky: true })
  expect(readJourneys(passedWhenRepeated, false).faults).toEqual(['a.spec.ts › it breaks\n    Error: late'])
})

test.each([
  ['with an error outside of all journeys', aJourneyReport({ errors: ['no such module'] }), 'no such module'],
  ['without a report', '', 'see its output above'],
  ['that failed without a reason', aJourneyReport({}), 'see its output above'],
])('a run of journeys %s is one failure', (_, report, reason) => {
  expect(readJourneys(report, false).faults).toEqual([expect.stringContaining(reason)])
})
