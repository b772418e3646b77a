import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { passes } from './programs.ts'
import type { Result } from './steps.ts'

/** Runs Vitest with the given options, counts its tests, and names those that failed. A `test.only` fails the run. */
export const runTests = (options: string[], environment?: NodeJS.ProcessEnv, reporter = 'default') =>
  withReport(file => {
    const reporters = [`--reporter=${reporter}`, '--reporter=junit', `--outputFile.junit=${file}`]
    return passes('vitest', ['run', '--allowOnly=false', ...reporters, ...options], environment)
  })

/** The same for journeys, which Playwright runs. A failed one leaves a trace. */
export const runJourneys = (filters: string[], environment: NodeJS.ProcessEnv) =>
  withReport(file => {
    const report = { PLAYWRIGHT_JUNIT_OUTPUT_FILE: file, PLAYWRIGHT_JUNIT_INCLUDE_RETRIES: '1' }
    const options = ['test', '--forbid-only', '--reporter=list,junit', ...filters]
    return passes('playwright', options, { ...environment, ...report })
  })

async function withReport(run: (file: string) => Promise<boolean>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'gate-'))
  try {
    const file = join(folder, 'report.xml')
    const isPassed = await run(file)
    return readReport(await readFile(file, 'utf8').catch(() => ''), isPassed)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Reads a report in the format of JUnit.
 * @param isPassed whether the run exited with 0: errors outside of all tests are not in every report
 */
export function readReport(report: string, isPassed: boolean): Result {
  const tests = report.split('<testcase ').slice(1)
  const faults = tests.flatMap(describeFailure)
  const skipped = tests.filter(test => test.includes('<skipped')).length
  const passed = tests.length - skipped - faults.length
  const isBrokenOff = faults.length === 0 && (!isPassed || passed === 0)
  return {
    passed,
    skipped,
    faults: isBrokenOff ? ['The run broke off, or had no tests: see its output above.'] : faults,
  }
}

/** A test that passes when Playwright repeats it for its trace (`flaky…`) has failed. */
const FAILURE = /<(failure|error|flakyFailure|flakyError)\b[^>]*>(.*?)<\/\1>/gs

/** How much of an error is repeated: the message with what differs, and where it was thrown, not the whole trace. */
const REPEATED_LINES = 14

/** File and name of a test with the beginning of each of its errors; nothing if it has none. */
function describeFailure(test: string): string[] {
  const errors = Array.from(test.matchAll(FAILURE), ([, , error = '']) => plainText(error).trim())
  if (errors.length === 0) return []
  const [file = '', name = ''] = ['classname', 'name'].map(attribute =>
    plainText(new RegExp(`(?:^| )${attribute}="([^"]*)"`).exec(test)?.[1] ?? ''),
  )
  const lines = errors.flatMap(error => error.split('\n').slice(0, REPEATED_LINES))
  // A file that did not load, or failed after its tests, is named by its path in the workspace.
  return [[file.endsWith(name) ? file : `${file} › ${name}`, ...lines].join('\n    ')]
}

const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** Text of XML as it was before it was escaped. */
const plainText = (escaped: string) =>
  escaped.replace(/<!\[CDATA\[|\]\]>/g, '').replace(/&(\w+);/g, (whole, name) => CHARACTERS[name] ?? whole)
