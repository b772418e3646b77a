import { loadEnvironmentFile, readConfig } from '../../config.ts'
import { openDatabase, openPool } from '../../platform/database/connection.ts'
import { runAdmin } from './admin-command.ts'
import { reachStorage } from './reach-storage.ts'

/** `npm run admin -- grant|revoke|list [email]`, while the server runs and while it does not. */
try {
  loadEnvironmentFile()
  const storage = await reachStorage(readConfig(process.env))
  const pool = openPool(storage.address, () => {})
  try {
    process.exitCode = await runAdmin(openDatabase(pool), process.argv.slice(2), line => console.log(line))
  } finally {
    await pool.end()
    await storage.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
