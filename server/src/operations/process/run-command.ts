import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ConfigError } from '../../config.ts'
import { type Command, parseArguments, takeArguments, UsageError } from './arguments.ts'

/**
 * Runs a command with what `read` makes of its arguments (`takeArguments`). On failure it prints the message, or the whole
 * error at log level debug, and exits with 1.
 */
export async function runCommand<Given>(
  command: Command,
  read: (args: string[], command: Command) => Given,
  work: (given: Given) => Promise<void>,
): Promise<void> {
  const given = takeArguments(command, read)
  try {
    await work(given)
  } catch (error) {
    console.error(error instanceof ConfigError || !isDebugging() ? `\n${messageOf(error)}\n` : error)
    process.exit(1)
  }
}

const isDebugging = () => ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * The file argument of a command, as an absolute path.
 * @throws UsageError unless it is the only argument
 */
export function fileArgument(args: string[], command: Command): string {
  const [file = ''] = parseArguments(args, command).words
  if (file.startsWith('-')) throw new UsageError(`"${file}" is no file`)
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
