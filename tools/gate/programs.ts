import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import type { Result } from './steps.ts'

const ROOT = join(import.meta.dirname, '../..')

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

/** Runs a program as one check. @throws if it fails */
export async function check(command: string, ...args: string[]): Promise<Result> {
  if (await passes(command, args)) return { passed: 1, skipped: 0, faults: [] }
  throw new Error(`${[command, ...args].join(' ')} failed: see its output above.`)
}
