import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { loadEnvironmentFile } from '../../config/environment-file.ts'
import { readConfig } from '../../config.ts'
import { createImportOptOuts } from '../../features/kept-donors/claims/opt-outs.ts'
import { readDatabaseTime } from '../../platform/clock/database-clock.ts'
import { calendarDate } from '../../platform/clock/local-time.ts'
import { createDatabase, createPool } from '../../platform/database/connection.ts'
import { loadAuthSecret } from '../../platform/secrets/auth-secret.ts'
import { checkFile, IMPORT, importFile, readArguments } from '../import/import-command.ts'
import { reportResults } from '../import/report.ts'
import { requireReadable, runCommand } from '../process/run-command.ts'
import { connectStorage } from './connect-storage.ts'

/** `npm run import -- FILE`, while the server runs and while it does not. */
await runCommand(IMPORT, readArguments, async ({ file, order, isDryRun }) => {
  // Checked before a database is created.
  await requireReadable(file)
  const config = readConfig(process.env, loadEnvironmentFile())
  const storage = await connectStorage(config)
  const pool = createPool(storage.address, () => {}, { hasTimeouts: false })
  try {
    const optOuts = createImportOptOuts(config.authSecret ?? (await loadAuthSecret(config.dataDir)))
    const db = createDatabase(pool)
    const now = await readDatabaseTime(pool)
    const options = {
      order,
      now,
      today: calendarDate(now, config.timeZone),
      country: config.defaultPhoneCountry,
      allowedEmailDomains: config.accounts.allowedEmailDomains,
      timeZone: config.timeZone,
    }
    const { ignored, results } = await (isDryRun ? checkFile : importFile)(db, file, { ...options, optOuts })
    if (ignored.length > 0) console.log(`Columns that are not read: ${ignored.join(', ')}.\n`)
    console.log(reportResults(results, isDryRun ? 'dryRun' : 'import').join('\n'))
    if (isDryRun) console.log('This was a dry run: nothing was stored, and no email was sent.')
    else if (results.some(({ outcome }) => outcome === 'ready'))
      console.log(
        `The server asks the imported people by email to claim their profile. Whoever does not within ${RETENTION.importedDonorDays} days is erased.`,
      )
    if (results.some(({ outcome }) => outcome === 'refused')) process.exitCode = 1
  } finally {
    await pool.end()
    await storage.close()
  }
})
