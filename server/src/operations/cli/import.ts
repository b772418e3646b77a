import { loadEnvironmentFile } from '../../config/environment-file.ts'
import { readConfig } from '../../config.ts'
import { keptTextsPerDay } from '../../features/alerts/texts/reserve-texts.ts'
import { countUntold } from '../../features/kept-donors/consent/store.ts'
import { createOptOuts } from '../../features/kept-donors/opt-outs.ts'
import { readDatabaseTime } from '../../platform/clock/database-clock.ts'
import { calendarDate } from '../../platform/clock/local-time.ts'
import { createDatabase, createPool } from '../../platform/database/connection.ts'
import { loadAuthSecret } from '../../platform/secrets/auth-secret.ts'
import { checkFile, IMPORT, importFile, readArguments } from '../import/import-command.ts'
import { describeNext, reportResults } from '../import/report.ts'
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
    const optOuts = createOptOuts(config.authSecret ?? (await loadAuthSecret(config.dataDir)))
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
    const run = isDryRun ? 'dryRun' : 'import'
    const textsPerDay = config.textMessages && keptTextsPerDay(config.textMessages.perDay)
    const next = describeNext(results, { run, untold: await countUntold(db, now), textsPerDay })
    console.log([...reportResults(results, run), ...next].join('\n'))
    if (results.some(({ outcome }) => outcome === 'refused')) process.exitCode = 1
  } finally {
    await pool.end()
    await storage.close()
  }
})
