import { loadEnvironmentFile } from '../config.ts'
import { run } from '../run.ts'
import { start } from '../start.ts'
import { DEMO_DEFAULTS, readDemoConfig } from './config.ts'
import { moveIn } from './move-in.ts'

/** `npm run demo`: the product with a lively campus in it. */
await start(async () => {
  for (const [name, value] of Object.entries(DEMO_DEFAULTS)) process.env[name] ??= value
  loadEnvironmentFile()
  await run(readDemoConfig(process.env), db => moveIn(db, new Date()))
})
