import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const ROOT = join(import.meta.dirname, '../..')

/** A program of another member, by its path from the root folder, and what follows it. */
type Command = [path: string, ...words: string[]]

/** Starts a program with this environment only, and not in the root folder, which may have an .env. */
export const startProgram = (
  [path, ...words]: Command,
  environment: Record<string, string>,
  output: 'pipe' | number,
) =>
  spawn(process.execPath, [join(ROOT, path), ...words], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', output, 'inherit'],
  })

/** Runs a program to its end. @returns what it printed */
export async function runProgram(
  command: Command,
  environment: Record<string, string> = {},
): Promise<string> {
  const program = startProgram(command, environment, 'pipe')
  const ended = once(program, 'exit')
  const said = program.stdout ? await text(program.stdout) : ''
  const [code] = await ended
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}.`)
  return said
}
