import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { passes, ROOT } from './programs.ts'
import type { Result } from './steps.ts'

/** Runs Vitest with the given options, counts its tests, and names those that failed. A `test.only` fails the run. */
export const runTests = (options: string[], environment?: NodeJS.ProcessEnv, reporter = 'default') =>
  withReport(async file => {
    const reporters = [`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${file}`]
    return passes('vitest', ['run', '--allowOnly=false', ...reporters, ...options], environment)
  }, readReport)

/** The same for journeys, which Playwright runs. A failed one leaves a trace. */
export const runJourneys = (filters: string[], environment: NodeJS.ProcessEnv) =>
  withReport(async file => {
    const more = { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
    return passes('playwright', ['test', '--forbid-only', '--reporter=list,json', ...filters], more)
  }, readJourneys)

async function withReport(
  run: (file: string) => Promise<boolean>,
  read: (report: string, isPassed: boolean) => Result,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'gate-'))
  try {
    const file = join(folder, 'report.json')
    const isPassed = await run(file)
    return read(await readFile(file, 'utf8').catch(() => '{}'), isPassed)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The part of Vitest's JSON report that is read here. */
type Report = {
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** @param isPassed whether Vitest exited with 0: an error outside of all files is not in the report */
export function readReport(text: string, isPassed: boolean): Result {
  const { numTotalTests = 0, numPassedTests = 0, numFailedTests = 0, testResults = [] } = parse<Report>(text)
  const skipped = numTotalTests - numPassedTests - numFailedTests
  return resultOf(numPassedTests, skipped, testResults.flatMap(describeFailures), isPassed)
}

/** The part of Playwright's JSON report that is read here. A suite is a file, or a group of tests in it. */
type JourneyReport = { stats: { expected: number; skipped: number }; suites: Suite[]; errors: JourneyError[] }
type Suite = { suites?: Suite[]; specs: Spec[] }
type Spec = { title: string; file: string; ok: boolean; tests: Repeated[] }
type Repeated = { status: string; results: { errors: JourneyError[] }[] }
type JourneyError = { message?: string }

/** Playwright reports errors outside of all tests, such as a file that did not load, in `errors`. */
export function readJourneys(text: string, isPassed: boolean): Result {
  const { stats = { expected: 0, skipped: 0 }, suites = [], errors = [] } = parse<JourneyReport>(text)
  const messages = (all: JourneyError[]) => all.map(({ message = '' }) => message)
  // One that passes when it is repeated for its trace has failed.
  const failed = suites
    .flatMap(specsIn)
    .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
  const faults = [
    ...errors.map(error => describe('Outside of the journeys', messages([error]))),
    ...failed.map(({ file, title, tests }) =>
      describe(
        `${file} › ${title}`,
        messages(tests.flatMap(({ results }) => results).flatMap(one => one.errors)),
      ),
    ),
  ]
  return resultOf(stats.expected, stats.skipped, faults, isPassed)
}

const specsIn = ({ suites = [], specs }: Suite): Spec[] => [...specs, ...suites.flatMap(specsIn)]

function resultOf(passed: number, skipped: number, faults: string[], isPassed: boolean): Result {
  const isBrokenOff = faults.length === 0 && (!isPassed || passed === 0)
  return {
    passed,
    skipped,
    faults: isBrokenOff ? ['The run broke off, or had no tests: see its output above.'] : faults,
  }
}

/** A run that was killed leaves half a report. */
function parse<Format>(text: string): Partial<Format> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** The failed tests of a file; the file itself if it did not load, or failed outside of its tests. */
function describeFailures({ name, status, message, assertionResults }: Report['testResults'][number]) {
  const path = relative(ROOT, name)
  const failed = assertionResults.filter(test => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [describe(path, [message])]
  return failed.map(test => describe(`${path} › ${test.fullName.trim()}`, test.failureMessages))
}

/** How much of an error is repeated: the message with what differs, and where it was thrown, not the whole trace. */
const REPEATED_LINES = 14

const describe = (title: string, errors: string[]) => [title, ...errors.flatMap(beginningOf)].join('\n    ')

const beginningOf = (error: string) => stripVTControlCharacters(error).split('\n').slice(0, REPEATED_LINES)
