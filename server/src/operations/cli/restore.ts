import { access } from 'node:fs/promises'
import { loadEnvironmentFile, readConfig } from '../../config.ts'
import { type Counts, countInWords } from '../backup/counts.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { start } from '../process/start.ts'
import { openStorage } from '../storage/storage.ts'
import { fileArgument } from './file-argument.ts'

/** `npm run restore -- FILE`, into a data folder or a database that holds nothing yet. */
await start(async () => {
  const file = fileArgument('restore', process.argv.slice(2))
  // Before a database is made for it.
  await access(file)
  loadEnvironmentFile()
  let counts: Counts = {}
  const storage = await openStorage(readConfig(process.env), async owner => {
    counts = await restoreBackup(owner, file)
  })
  await storage.close()
  console.log(`${countInWords(counts)} are restored. Everybody signs in anew.`)
})
