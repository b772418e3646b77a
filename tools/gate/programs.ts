import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Passed } from '../conformance/faults.ts'
import { type Counts, countTests, failedTests, oneCheck, passedTests } from './counts.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The installed programs come first, as with npm. */
const PATH = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter)

/** Runs a program in the root folder with inherited output. @returns whether it exited with 0 */
export async function passes(
  command: string,
  args: string[],
  more: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  const env = { ...process.env, PATH, ...more }
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => resolve(code === 0))
  })
}

/** Runs a program as one check. */
export const check = async (command: string, ...args: string[]): Promise<Counts> =>
  oneCheck(await passes(command, args))

/**
 * Runs Vitest with the given options, counts the results, and names the failed tests. A `test.only` fails the run.
 * @param passed gets the tests that passed
 */
export async function runTests(
  options: string[],
  environment?: NodeJS.ProcessEnv,
  passed: Passed[] = [],
): Promise<Counts & { faults: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'gate-'))
  try {
    const file = join(folder, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const isPassed = await passes(
      'vitest',
      ['run', '--allowOnly=false', ...reporters, ...options],
      environment,
    )
    const report = await readFile(file, 'utf8').catch(() => null)
    passed.push(...passedTests(report).map(({ path, title }) => ({ path: relative(ROOT, path), title })))
    return { ...countTests(report, isPassed), faults: failedTests(report, ROOT) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
