import { spawnSync } from 'node:child_process'
import { setImmediate } from 'node:timers/promises'
import { hasCluster } from '@blood-bank/postgres-local/data-folder'
import { loadEnvironmentFile } from './config/environment-file.ts'
import { type Config, readConfig } from './config.ts'
import { readDemoConfig, setDemoDefaults } from './operations/demo/config.ts'
import { parseArguments } from './operations/process/arguments.ts'
import { findFreePort, requireFreePort } from './operations/process/port.ts'
import { closeOnSignal, runCommand } from './operations/process/run-command.ts'
import { startStorage } from './operations/storage/storage.ts'

/** `npm start` runs this file; `npm run demo` runs it with the word `demo`. */
const isDemo = process.argv[2] === 'demo'

/**
 * Runs the whole product in one process: database, tables, mail, server. Opens in this order and closes in the opposite
 * one, so that nothing outlives what it depends on.
 */
async function run(config: Config): Promise<void> {
  // Until everything is open, a signal ends the process at once: the start survives that at every moment, and an embedded
  // PostgreSQL ends with its parent. Without a handler, a process with id 1, as in a container, would ignore signals.
  let close = async () => {}
  const closing = new AbortController()
  closeOnSignal(() => {
    closing.abort()
    return close()
  })
  // Where there is a database already, whoever starts a second server on it is told about the data folder.
  if (config.databaseUrl !== null || !hasCluster(config.dataDir)) await requireFreePort(config)
  // Loading the rest takes a second, in which nothing else runs. The embedded PostgreSQL starts meanwhile, in a process of its
  // own. A connection to the operator's PostgreSQL would time out, so for that the rest is loaded first.
  if (config.databaseUrl !== null) await import('./product.ts')
  const [storage, { startProduct }] = await Promise.all([
    startStorage(config, { waits: true }),
    setImmediate().then(() => import('./product.ts')),
  ])
  const product = await startProduct({ config, storage, isDemo, closing: closing.signal })
  close = product.close
  // Fails if a signal has closed the database meanwhile. The process then ends as after any other signal.
  await product.listen().catch(async error => {
    if (closing.signal.aborted) return
    await product.close()
    throw error
  })
}

/** With `npm start` and `npm run demo`. npm's `prestart` would not get the arguments, and would build before `--help`. */
function buildPages() {
  if (!['start', 'demo'].includes(process.env.npm_lifecycle_event ?? '')) return
  const build = ['--import', './tools/require-node.mjs', 'web/build/build-if-stale.ts']
  const { status } = spawnSync(process.execPath, build, { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

const COMMAND = {
  usage: `npm ${isDemo ? 'run demo' : 'start'}`,
  about: 'Settings come from the environment or from .env.',
}
const readNothing = (args: string[]) => parseArguments(isDemo ? args.slice(1) : args, COMMAND)

await runCommand(COMMAND, readNothing, async () => {
  buildPages()
  if (isDemo) setDemoDefaults(process.env)
  const file = loadEnvironmentFile()
  // The address of the site contains the port, so it is chosen before.
  if (process.env.PORT === '0') process.env.PORT = String(await findFreePort(process.env.HOST))
  await run((isDemo ? readDemoConfig : readConfig)(process.env, file))
})
