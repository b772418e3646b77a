import { loadEnvironmentFile } from '../../config/environment-file.ts'
import { readConfig } from '../../config.ts'
import { createDatabase, createPool } from '../../platform/database/connection.ts'
import { runCommand } from '../process/run-command.ts'
import { ADMIN, readCommand, runAdmin } from './admin-command.ts'
import { connectStorage } from './connect-storage.ts'

/** `npm run admin -- grant|revoke|remove-passkeys|list|test-sms [email or number]`, while the server runs and while it does not. */
await runCommand(ADMIN, readCommand, async words => {
  const config = readConfig(process.env, loadEnvironmentFile())
  const storage = await connectStorage(config)
  const pool = createPool(storage.address, () => {})
  try {
    process.exitCode = await runAdmin(createDatabase(pool), words, {
      config,
      print: line => console.log(line),
    })
  } finally {
    await pool.end()
    await storage.close()
  }
})
