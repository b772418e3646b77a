import { loadEnvironmentFile, readConfig } from '../../config.ts'
import { createPool } from '../../platform/database/connection.ts'
import { countInWords } from '../backup/counts.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { start } from '../process/start.ts'
import { fileArgument } from './file-argument.ts'
import { connectStorage } from './reach-storage.ts'

/** `npm run backup -- FILE`, while the server runs and while it does not. */
await start(async () => {
  const file = fileArgument('backup', process.argv.slice(2))
  loadEnvironmentFile()
  const storage = await connectStorage(readConfig(process.env))
  const pool = createPool(storage.address, () => {}, { hasTimeouts: false })
  try {
    console.log(`${countInWords(await writeBackup(pool, file))} are in ${file}.`)
  } finally {
    await pool.end()
    await storage.close()
  }
})
