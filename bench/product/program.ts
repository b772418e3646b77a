import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

type Output = 'pipe' | 'inherit' | number

/** Starts a program of another member. Not in this folder, which may have an .env, and without what is set here. */
export function startProgram(path: string, environment: Record<string, string>, output: Output = 'pipe') {
  const script = fileURLToPath(new URL(`../../${path.split(' ')[0]}`, import.meta.url))
  return spawn(process.execPath, [script, ...path.split(' ').slice(1)], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', output, 'inherit'],
  })
}

/** Runs a program of another member to its end. @returns what it printed */
export async function runProgram(path: string, environment: Record<string, string>): Promise<string> {
  const child: ChildProcess = startProgram(path, environment)
  const [said, [code]] = await Promise.all([child.stdout ? text(child.stdout) : '', once(child, 'exit')])
  if (code !== 0) throw new Error(`${path} ended with ${code}.`)
  return said
}
