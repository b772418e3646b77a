import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { NEWEST_BACKUP } from '../testing/earlier-versions/backups.ts'
import { readBackupRows } from '../testing/earlier-versions/copied-rows.ts'
import { embeddedDatabaseUrl } from '../testing/launch-product.ts'
import { installPostgres, startOtherPostgres } from '../testing/postgres/other-versions.ts'
import { anEmptyFolder, launchProduct, runCommand, untilTheFileIsDone } from '../testing/running-product.ts'

const MAJORS = [15, 16, 17]

const programs = installPostgres(MAJORS)
afterAll(() => programs.remove())
const until = untilTheFileIsDone()
const folder = await anEmptyFolder(until)

/** Runs `npm run backup` or `npm run restore`. */
async function run(name: 'backup' | 'restore', file: string, dataDir: string, environment = {}) {
  const { code, output } = await runCommand(name, [file], dataDir, environment).ended
  expect(code, output).toBe(0)
}

/** A backup of the embedded PostgreSQL after it restored a file. */
async function throughEmbedded(file: string, name: string): Promise<string> {
  const dataDir = await anEmptyFolder(until)
  const result = join(folder, name)
  await run('restore', file, dataDir)
  await run('backup', result, dataDir)
  return result
}

/** The rows of each table. Emails are numbered anew by each restore. */
function rowsOf(file: string) {
  const tables = [...readBackupRows(file)].map(([table, { columns, rows }]) => {
    const values = rows.map(row => row.filter((_, n) => table !== 'outbox' || columns[n] !== 'id').join('\t'))
    return [table, values.sort()] as const
  })
  return Object.fromEntries(tables)
}

const embedded = await throughEmbedded(NEWEST_BACKUP, 'embedded.gz')

test.for(MAJORS)(
  'a backup of the embedded PostgreSQL is restored on PostgreSQL %i, whose folder is refused, and whose backup is restored',
  async major => {
    const dataDir = await anEmptyFolder()
    const postgres = await startOtherPostgres(dataDir, programs.binariesOf(major))
    const environment = { DATABASE_URL: embeddedDatabaseUrl(dataDir) }
    const file = join(folder, `${major}.gz`)
    await run('restore', embedded, dataDir, environment)
    await run('backup', file, dataDir, environment)
    await postgres.stop()
    const before = rowsOf(embedded)
    expect(before.users?.length).toBeGreaterThan(10)
    expect(rowsOf(file)).toEqual(before)
    // As if it were the embedded PostgreSQL of an earlier version of the product: it says to do what follows.
    const refused = new RegExp(
      `created by PostgreSQL ${major}, but this is 18.*npm run backup.*npm run restore`,
    )
    await expect((await launchProduct({ dataDir })).ready).rejects.toThrow(refused)
    expect((await runCommand('backup', [join(folder, 'none.gz')], dataDir).ended).output).toMatch(refused)
    expect(rowsOf(await throughEmbedded(file, `from-${major}.gz`))).toEqual(before)
  },
)
