import { expect, test } from 'vitest'
import { countTests, failedTests, inWords, passedTests, sum } from './counts.ts'

/** A report with one file for each list; a file failed if `status` says so or one of its tests failed. */
const aReport = (...files: { tests: string[]; status?: string }[]) =>
  JSON.stringify({
    testResults: files.map(({ tests, status }) => ({
      status: status ?? (tests.includes('failed') ? 'failed' : 'passed'),
      assertionResults: tests.map(status => ({ status })),
    })),
  })

test('the results of tests are counted over all files', () => {
  const report = aReport({ tests: ['passed', 'passed'] }, { tests: ['passed', 'failed', 'skipped'] })
  expect(countTests(report, false)).toEqual({ passed: 3, failed: 1, skipped: 1 })
})

test.each(['skipped', 'pending', 'todo', 'disabled'])(
  'a test with the status %s counts as skipped',
  status => {
    expect(countTests(aReport({ tests: ['passed', status] }), true)).toEqual({
      passed: 1,
      failed: 0,
      skipped: 1,
    })
  },
)

test('a file that did not load counts as one failure in addition to failed tests', () => {
  const report = aReport({ tests: ['passed', 'failed'] }, { tests: [], status: 'failed' })
  expect(countTests(report, false)).toEqual({ passed: 1, failed: 2, skipped: 0 })
})

test('a file that failed after its tests passed counts as one failure', () => {
  const report = aReport({ tests: ['passed', 'passed'], status: 'failed' })
  expect(countTests(report, false)).toEqual({ passed: 2, failed: 1, skipped: 0 })
})

test('an error outside of all tests counts as one failure', () => {
  expect(countTests(aReport({ tests: ['passed'] }), false)).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

test.each([
  ['without a report', null],
  ['with half a report', '{"testResults":[{"sta'],
  ['with a report of something else', '{}'],
  ['without a test', aReport()],
])('a run %s counts as one failure, whatever its exit code', (_, report) => {
  expect(countTests(report, true)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(countTests(report, false)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a run in which everything was skipped counts as one failure', () => {
  expect(countTests(aReport({ tests: ['skipped'] }), true)).toEqual({ passed: 0, failed: 1, skipped: 1 })
})

test('passed tests are listed by file and title', () => {
  const assertionResults = [
    { title: 'held', status: 'passed' },
    { title: 'broke', status: 'failed' },
    { title: 'was left out', status: 'skipped' },
  ]
  const report = JSON.stringify({ testResults: [{ name: '/here/a.test.ts', assertionResults }] })
  expect(passedTests(report)).toEqual([{ path: '/here/a.test.ts', title: 'held' }])
  expect(passedTests(null)).toEqual([])
})

test('failed tests are listed by file and title with the beginning of their errors', () => {
  const error = '\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n    at a.test.ts:4:12'
  const report = JSON.stringify({
    testResults: [
      {
        name: '/here/of/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { title: 'held', fullName: ' held', status: 'passed', failureMessages: [] },
          { title: 'broke', fullName: ' a list broke', status: 'failed', failureMessages: [error] },
        ],
      },
      { name: '/here/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  })
  expect(failedTests(report, '/here')).toEqual([
    'of/a.test.ts › a list broke\n    AssertionError: expected 1 to be 2\n        at a.test.ts:4:12',
    'b.test.ts\n    no such module',
  ])
  expect(failedTests(null, '/here')).toEqual([])
})

test('every error of a failed test is listed, each with its beginning', () => {
  const long = ['Error: first', ...Array.from({ length: 20 }, (_, line) => `    at line ${line}`)].join('\n')
  const test = {
    title: 'broke',
    fullName: 'broke',
    status: 'failed',
    failureMessages: [long, 'Error: second'],
  }
  const report = JSON.stringify({
    testResults: [{ name: '/a.test.ts', status: 'failed', message: '', assertionResults: [test] }],
  })
  const [listed = ''] = failedTests(report, '/')
  expect(listed).toContain('Error: first')
  expect(listed).not.toContain('line 19')
  expect(listed).toContain('Error: second')
})

test('counts are added; the sum of none is zero', () => {
  const counts = { passed: 2, failed: 1, skipped: 3 }
  expect(sum([counts, counts])).toEqual({ passed: 4, failed: 2, skipped: 6 })
  expect(sum([])).toEqual({ passed: 0, failed: 0, skipped: 0 })
})

test('the last line reports skipped tests only if there are any', () => {
  expect(inWords({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(inWords({ passed: 12, failed: 1, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped')
})
