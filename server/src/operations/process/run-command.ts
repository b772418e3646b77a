import { ConfigError } from '../../config.ts'

/** Does what a command starts; every reason not to is said in words and ends with a code other than 0. */
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
