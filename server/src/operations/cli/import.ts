import { access } from 'node:fs/promises'
import { loadEnvironmentFile, readConfig } from '../../config.ts'
import { calendarDate } from '../../platform/clock/calendar-date.ts'
import { createDatabase, createPool } from '../../platform/database/connection.ts'
import { checkFile, readArguments, USAGE } from '../import/import-command.ts'
import { reportFates } from '../import/report.ts'
import { runCommand } from '../process/run-command.ts'
import { connectStorage } from './connect-storage.ts'

/** `npm run import -- FILE`, while the server runs and while it does not. */
await runCommand(async () => {
  const words = process.argv.slice(2)
  const given = readArguments(words)
  if (!given) {
    console.log(USAGE)
    process.exitCode = words.includes('--help') ? 0 : 2
    return
  }
  // Checked before a database is created.
  await access(given.file)
  loadEnvironmentFile()
  const config = readConfig(process.env)
  const storage = await connectStorage(config)
  const pool = createPool(storage.address, () => {}, { hasTimeouts: false })
  try {
    const { ignored, fates } = await checkFile(createDatabase(pool), given.file, {
      order: given.order,
      today: calendarDate(new Date(), config.timeZone),
      country: config.defaultPhoneCountry,
      allowedEmailDomains: config.accounts.allowedEmailDomains,
    })
    if (ignored.length > 0) console.log(`Columns that are not read: ${ignored.join(', ')}.\n`)
    console.log(reportFates(fates).join('\n'))
    console.log('This was a dry run: nothing was stored, and no mail was sent.')
    if (fates.some(({ outcome }) => outcome === 'refused')) process.exitCode = 1
  } finally {
    await pool.end()
    await storage.close()
  }
})
