import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { passes, ROOT } from './programs.ts'
import type { Result } from './steps.ts'

/** Runs Vitest with the given options, counts its tests, and names those that failed. A `test.only` fails the run. */
export async function runTests(
  options: string[],
  environment?: NodeJS.ProcessEnv,
  reporter = 'default',
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'gate-'))
  try {
    const file = join(folder, 'report.json')
    const reporters = [`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${file}`]
    const isPassed = await passes(
      'vitest',
      ['run', '--allowOnly=false', ...reporters, ...options],
      environment,
    )
    return readReport(await readFile(file, 'utf8').catch(() => '{}'), isPassed)
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
  const { numTotalTests = 0, numPassedTests = 0, numFailedTests = 0, testResults = [] } = parse(text)
  const faults = testResults.flatMap(describeFailures)
  if (faults.length === 0 && (!isPassed || numPassedTests === 0))
    faults.push('The run broke off, or had no tests: see its output above.')
  return { passed: numPassedTests, skipped: numTotalTests - numPassedTests - numFailedTests, faults }
}

/** A run that was killed leaves half a report. */
function parse(text: string): Partial<Report> {
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

/** How much of an error is repeated: the message and where it was thrown, not the whole trace. */
const REPEATED_LINES = 8

const describe = (title: string, errors: string[]) => [title, ...errors.flatMap(beginningOf)].join('\n    ')

const beginningOf = (error: string) => stripVTControlCharacters(error).split('\n').slice(0, REPEATED_LINES)
