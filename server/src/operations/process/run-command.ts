import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ConfigError } from '../../config.ts'

/** Wrong arguments. The message is the usage. */
export class UsageError extends Error {}

/**
 * Runs a command. With `--help` it only prints the usage. On failure it prints the message, or the whole error at log level
 * debug, and exits with 1; after a `UsageError` with 2.
 */
export async function runCommand(usage: string, work: (words: string[]) => Promise<void>): Promise<void> {
  const words = process.argv.slice(2)
  if (words.some(word => word === '--help' || word === '-h')) {
    console.log(usage)
    return
  }
  try {
    await work(words)
  } catch (error) {
    const isPlain = error instanceof ConfigError || error instanceof UsageError || !isDebugging()
    console.error(isPlain ? `\n${messageOf(error)}\n` : error)
    process.exit(error instanceof UsageError ? 2 : 1)
  }
}

const isDebugging = () => ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * The file argument of a command, as an absolute path.
 * @throws UsageError unless there is exactly one argument
 */
export function fileArgument(usage: string, [file, ...more]: string[]): string {
  if (!file || file.startsWith('-') || more.length > 0) throw new UsageError(usage)
  return fromWhereItWasTyped(file)
}

/** The absolute path of a file argument. npm runs commands in the project's folder, also from others (`npm --prefix`). */
export const fromWhereItWasTyped = (file: string, environment = process.env): string =>
  resolve(environment.npm_lifecycle_event ? (environment.INIT_CWD ?? '') : '', file)

/** @throws an error that says why a file cannot be read */
export async function requireReadable(path: string): Promise<void> {
  const reason = await access(path, constants.R_OK)
    .then(() => stat(path))
    .then(found => (found.isFile() ? null : 'it is not a file'))
    .catch(error => error.message)
  if (reason !== null) throw new Error(`${path} cannot be read: ${reason}.`)
}

/** @throws an error that says why a file cannot be written */
export const requireWritable = (path: string): Promise<void> =>
  access(dirname(path), constants.W_OK).catch(error => {
    throw new Error(`${path} cannot be written: ${error.message}.`)
  })

/** How long a process may take to close. */
const GRACE_MS = 4_500

/**
 * Shuts down gracefully on SIGTERM and SIGINT, then exits with 0. On Ctrl-C both the terminal and npm send SIGINT, so a
 * second signal does not force the exit. A process that cannot close in time exits with 1.
 */
export function closeOnSignal(close: () => Promise<void>): void {
  let isClosing = false
  const stop = async () => {
    if (isClosing) return
    isClosing = true
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
