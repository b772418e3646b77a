import { loadEnvironmentFile } from '../../config/environment-file.ts'
import { readConfig } from '../../config.ts'
import { formatCounts, type RowCounts } from '../backup/format.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { fileArgument, requireReadable, runCommand } from '../process/run-command.ts'
import { startStorage } from '../storage/storage.ts'

const RESTORE = { usage: 'npm run restore -- FILE', words: [1, 1] } as const

/** `npm run restore -- FILE`, into an empty data folder or database. */
await runCommand(RESTORE, fileArgument, async file => {
  // Checked before a database is created.
  await requireReadable(file)
  let counts: RowCounts = {}
  const storage = await startStorage(readConfig(process.env, loadEnvironmentFile()), {
    async prepare(owner) {
      counts = await restoreBackup(owner, file)
    },
  })
  await storage.close()
  console.log(`${formatCounts(counts)} are restored. Everyone must sign in again.`)
})
