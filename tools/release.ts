import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { ReleaseRefused, release } from './release/release.ts'

const folder = join(import.meta.dirname, '..')

/** The program of the version makes it itself, in a process of its own. */
function makeBackup(file: string) {
  console.log('Making a backup for the tests of later versions …')
  const script = join(folder, 'server/src/testing/earlier-versions/make-backup.ts')
  execFileSync(process.execPath, [script, file], { stdio: 'inherit' })
}

try {
  const tag = release({ folder, version: process.argv[2], makeBackup })
  console.log(`\n  Tagged ${tag}. Nothing is pushed yet. Run: git push --follow-tags\n`)
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error
  console.error(`\n  ${error.message}\n`)
  process.exitCode = 1
}
