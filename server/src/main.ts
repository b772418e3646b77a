import { loadEnvironmentFile, readConfig } from './config.ts'
import { run } from './run.ts'
import { start } from './start.ts'

await start(async () => {
  loadEnvironmentFile()
  await run(readConfig(process.env))
})
