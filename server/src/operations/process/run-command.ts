import { resolve } from 'node:path'
import { ConfigError } from '../../config.ts'

/** Runs a command. On failure it prints the message, or the whole error at log level debug, and exits with 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof ConfigError || !isDebugging() ? `\n${messageOf(error)}\n` : error)
    process.exit(1)
  }
}

const isDebugging = () => ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * The file argument of a command, as an absolute path.
 * @throws unless there is exactly one argument
 */
export function fileArgument(command: string, words: string[]): string {
  const [file, ...more] = words
  if (!file || more.length > 0) throw new Error(`Usage: npm run ${command} -- FILE`)
  return resolve(file)
}
