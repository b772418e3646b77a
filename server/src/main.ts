import { ConfigError, loadEnvironmentFile, readConfig } from './config.ts'
import { run } from './run.ts'

/** Starts the product; every reason not to is said in words and ends with a code other than 0. */
try {
  loadEnvironmentFile()
  await run(readConfig(process.env))
} catch (error) {
  console.error(error instanceof ConfigError || !isDebugging() ? `\n${wordsOf(error)}\n` : error)
  process.exit(1)
}

function isDebugging() {
  return ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')
}

function wordsOf(error: unknown) {
  return error instanceof Error ? error.message : String(error)
}
