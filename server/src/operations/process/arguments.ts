import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<Taken extends Options> = ReturnType<typeof parseArgs<{ options: Taken }>>['values']

/** A command, and what it takes. */
export type Command = {
  /** How it is typed: `npm run backup -- FILE`. */
  usage: string
  /** What `--help` says below the usage. */
  about?: string
  options?: Options
  /** How many words it takes beside the options, at least and at most; without it none. */
  words?: readonly [number, number]
}

/** Wrong arguments. The message says what is wrong. */
export class UsageError extends Error {}

/**
 * What `read` makes of the arguments of this process. Ends it with 0 after `--help` or `-h`, and with 2 if `read` throws a
 * `UsageError`, after one sentence: what is wrong, and what to type.
 */
export function takeArguments<Given>(
  command: Command,
  read: (args: string[], command: Command) => Given,
  args = process.argv.slice(2),
): Given {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(`Usage: ${command.usage}${command.about ? `\n\n${command.about}` : ''}`)
    process.exit(0)
  }
  try {
    return read(args, command)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(`\n${error.message}; use: ${command.usage}\n`)
    process.exit(2)
  }
}

/** Words and options. @throws UsageError if the command does not take them */
export function parseArguments<const Taken extends Options = Options>(
  args: string[],
  { options, words: [min, max] = [0, 0] }: Command & { options?: Taken },
): { words: string[]; values: Values<Taken> } {
  const { positionals, values } = parse(args, options)
  const words = positionals.filter(word => word.trim() !== '')
  if (words.length < min) throw new UsageError('An argument is missing')
  if (words.length > max) throw new UsageError(`There is one argument too many, "${words[max]}"`)
  return { words, values: values as Values<Taken> }
}

function parse(args: string[], options: Options = {}) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    // Node's first sentence. The next ones are about words that begin with a hyphen.
    throw new UsageError((error as Error).message.split(/\.(?:\s|$)/, 1)[0])
  }
}
