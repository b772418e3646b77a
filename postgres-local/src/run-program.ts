import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs a short program in its own session until it ends. `output` is its stdout and stderr. */
export async function runProgram(
  [program, ...args]: [string, ...string[]],
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
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
