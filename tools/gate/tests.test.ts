import { expect, test } from 'vitest'
import { readReport } from './tests.ts'

const PASSED = '<testcase name="it works" classname="a.test.ts"></testcase>'
const SKIPPED = '<testcase classname="a.test.ts" name="it waits"><skipped/></testcase>'

const failing = (errors: string, name = 'it breaks') =>
  `<testcase classname="web/a.test.ts" name="${name}" time="1">${errors}</testcase>`

const aReport = (...tests: string[]) =>
  `<testsuites><testsuite name="a.test.ts">${tests.join('\n')}</testsuite></testsuites>`

test('passed and skipped tests are counted, and a failed one is named', () => {
  const report = aReport(
    PASSED,
    SKIPPED,
    PASSED,
    failing('<failure message="lost">Error: lost</failure>'),
    SKIPPED,
  )
  expect(readReport(report, false)).toEqual({
    passed: 2,
    skipped: 2,
    faults: ['web/a.test.ts › it breaks\n    Error: lost'],
  })
})

test.each([
  ['escaped', 'expected &quot;A&amp;lt;&quot; &gt; &apos;B&apos;'],
  ['in a section CDATA', `<![CDATA[expected "A&lt;" > 'B']]>`],
])('an error that is %s is repeated as it was', (_, text) => {
  const [fault] = readReport(aReport(failing(`<failure>${text}</failure>`, 'A &amp; B')), false).faults
  expect(fault).toMatch(/^web\/a\.test\.ts › A & B\n/)
  expect(fault).toContain("'B'")
})

test('a journey that passed when it was repeated has failed', () => {
  const report = aReport(failing('<flakyFailure message="late">Error: late</flakyFailure>'), PASSED)
  expect(readReport(report, false).faults).toEqual(['web/a.test.ts › it breaks\n    Error: late'])
})

test('a file that did not load is one failure', () => {
  const report = aReport(failing('<failure>no such module</failure>', 'a.test.ts'), PASSED)
  expect(readReport(report, false).faults).toEqual(['web/a.test.ts\n    no such module'])
})

test.each([
  ['with an error outside of all tests', aReport(PASSED), false],
  ['without a report', '', true],
  ['with half a report', '<testsuites><testsu', true],
  ['without a test', aReport(), true],
  ['that skipped everything', aReport(SKIPPED), true],
])('a run %s is one failure', (_, report, isPassed) => {
  expect(readReport(report, isPassed).faults).toEqual([expect.stringContaining('see its output above')])
})
