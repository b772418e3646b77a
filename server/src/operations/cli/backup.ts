import { loadEnvironmentFile } from '../../config/environment-file.ts'
import { readConfig } from '../../config.ts'
import { createPool } from '../../platform/database/connection.ts'
import { formatCounts } from '../backup/format.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { fileArgument, requireWritable, runCommand } from '../process/run-command.ts'
import { connectStorage } from './connect-storage.ts'

const BACKUP = { usage: 'npm run backup -- FILE', words: [1, 1] } as const

/** `npm run backup -- FILE`, while the server runs and while it does not. */
await runCommand(BACKUP, fileArgument, async file => {
  await requireWritable(file)
  const storage = await connectStorage(readConfig(process.env, loadEnvironmentFile()))
  const pool = createPool(storage.address, () => {}, { hasTimeouts: false })
  try {
    console.log(`${formatCounts(await writeBackup(pool, file))} are in ${file}.`)
  } finally {
    await pool.end()
    await storage.close()
  }
})
