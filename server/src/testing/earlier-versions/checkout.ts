import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../../..')

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/**
 * The commit of a released version: its tag, or the commit that wrote the number into package.json, if there is none.
 * Null in a copy without history.
 */
export function findRelease(version: string): string | null {
  try {
    const tag = git('tag', '--list', `v${version}`)
    const since = ['log', '--format=%H', '-S', `"version": "${version}"`, '--', 'package.json']
    return (
      tag ||
      git(...since)
        .split('\n')
        .at(-1) ||
      null
    )
  } catch {
    return null
  }
}

/** Writes the files of a commit into a temporary folder and installs its dependencies from npm. */
export function checkOut(commit: string) {
  const folder = mkdtempSync(join(tmpdir(), 'earlier-version-'))
  const archive = join(folder, 'archive.tar')
  git('archive', '--output', archive, commit)
  execFileSync('tar', ['--extract', '--file', archive, '--directory', folder])
  const options = ['--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  execFileSync('npm', ['ci', ...options], { cwd: folder, stdio: 'pipe' })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
