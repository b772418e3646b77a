import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

type Outcome = { code: number | null; output: string }

/** Runs a short program in its own session until it ends. `output` is its stdout and stderr. */
export async function runProgram(
  [program, ...args]: [string, ...string[]],
  env: Record<string, string>,
): Promise<Outcome> {
  const child = spawn(program, args, { cwd: '/', env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  try {
    const [code] = await once(child, 'close')
    return { code, output }
  } catch (error) {
    return { code: null, output: String(error) }
  }
}

/** The same for a program that takes milliseconds, while nothing else happens in this process. */
export function runProgramSync(
  [program, ...args]: [string, ...string[]],
  env: Record<string, string>,
): Outcome {
  const options = { cwd: '/', env, detached: true, encoding: 'utf8' } as const
  const { status, stdout, stderr, error } = spawnSync(program, args, options)
  return { code: status, output: error ? String(error) : stdout + stderr }
}
