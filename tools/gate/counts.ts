import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The numbers of passed, failed and skipped checks. */
export type Counts = { passed: number; failed: number; skipped: number }

const ONE_FAILED = { passed: 0, failed: 1, skipped: 0 }

/** The result of a single check. */
export const oneCheck = (isPassed: boolean): Counts =>
  isPassed ? { passed: 1, failed: 0, skipped: 0 } : ONE_FAILED

/** The part of Vitest's JSON report that is read here. */
type Report = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { title: string; fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** The tests that ran and passed, with their files as in Vitest's report. */
export const passedTests = (report: string | null): { path: string; title: string }[] =>
  (parse(report)?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed').map(({ title }) => ({ path: name, title })),
  )

/** How much of an error is repeated at the end: the message and where it was thrown, not the whole trace. */
const REPEATED_LINES = 8

/**
 * The failed tests, and the files that failed outside of their tests, each with its error.
 * @param report Vitest's JSON report; null if there is none
 * @param root the folder that paths are relative to
 */
export const failedTests = (report: string | null, root: string): string[] =>
  (parse(report)?.testResults ?? []).flatMap(file => {
    const path = relative(root, file.name)
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    return file.status === 'failed' && failed.length === 0
      ? [describe(path, file.message)]
      : failed.map(({ fullName, failureMessages }) =>
          describe(`${path} › ${fullName.trim()}`, ...failureMessages),
        )
  })

const describe = (title: string, ...errors: string[]) =>
  [title, ...errors.flatMap(beginningOf)].join('\n    ')

const beginningOf = (error: string) => stripVTControlCharacters(error).split('\n').slice(0, REPEATED_LINES)

/**
 * Counts a run of Vitest.
 * @param report its JSON report; null if there is none
 * @param isPassed whether it exited with 0: an error outside of tests is in no test's result
 */
export function countTests(report: string | null, isPassed: boolean): Counts {
  const counts = sum((parse(report)?.testResults ?? []).map(countFile))
  const hasRun = counts.passed + counts.failed > 0
  return hasRun && (isPassed || counts.failed > 0) ? counts : sum([counts, ONE_FAILED])
}

/** A file that did not load, or failed outside of its tests, counts as one failure. */
function countFile({ status, assertionResults }: Report['testResults'][number]): Counts {
  const counts = sum(assertionResults.map(({ status }) => COUNTED[status] ?? ONE_SKIPPED))
  return status === 'failed' && counts.failed === 0 ? sum([counts, ONE_FAILED]) : counts
}

const ONE_SKIPPED = { passed: 0, failed: 0, skipped: 1 }
const COUNTED: Record<string, Counts> = { passed: oneCheck(true), failed: ONE_FAILED }

function parse(report: string | null): Report | null {
  try {
    return report === null ? null : JSON.parse(report)
  } catch {
    return null
  }
}

export const sum = (all: Counts[]): Counts =>
  all.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

/** The gate's last line. */
export const inWords = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
