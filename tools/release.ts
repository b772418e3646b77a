import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const BACKUPS = 'server/src/operations/storage/earlier-versions'
const MAKE_BACKUP = 'server/src/testing/earlier-versions/make-backup.ts'
const MIGRATIONS = 'server/src/operations/storage/migrations'
/** An image is labelled with the version. */
const CONTAINERFILE = 'deploy/Containerfile'

const VERSION = /^\d+\.\d+\.\d+$/

const version = process.argv[2] ?? ''
const tag = `v${version}`
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const entry = findEntry(readFileSync('CHANGELOG.md', 'utf8'))

/**
 * `npm run release -- 1.1.0` notes the sums of all migrations, which from now on must not change, makes a backup for the tests
 * of later versions, which binds those sums, writes the version into the package files and the Containerfile, commits all,
 * and tags the commit with the changelog's entry. It pushes nothing.
 */
const refusal = findRefusal()
if (refusal) {
  console.error(`\n  ${refusal}\n`)
  process.exitCode = VERSION.test(version) ? 1 : 2
} else {
  release()
  console.log(`\n  Tagged ${tag}. Nothing is pushed yet. Run: git push --follow-tags\n`)
}

function compareVersions(one: string, other: string) {
  return one.localeCompare(other, 'en', { numeric: true })
}

function findRefusal(): string | undefined {
  if (!VERSION.test(version)) return 'Name the version by three numbers: npm run release -- 1.1.0'
  const released = globSync('*.backup', { cwd: BACKUPS }).map(name => name.replace('.backup', ''))
  const last = released.sort(compareVersions).at(-1)
  if (last && compareVersions(version, last) <= 0)
    return `${version} is not greater than ${last}, the last release.`
  if (compareVersions(version, manifest.version) < 0)
    return `${version} is less than ${manifest.version}, the version in package.json.`
  if (!entry)
    return `CHANGELOG.md has no entry. Add "## ${version} – DATE" with what users and operators notice.`
  if (git('status', '--porcelain')) return 'Commit or remove all changes first: git status'
  if (git('tag', '--list', tag)) return `The tag ${tag} exists already.`
}

function release() {
  const backup = `${BACKUPS}/${version}.backup`
  // Workspaces have no version.
  execFileSync('npm', [
    'version',
    version,
    '--no-git-tag-version',
    '--no-workspaces-update',
    '--allow-same-version',
  ])
  const containerfile = readFileSync(CONTAINERFILE, 'utf8')
  writeFileSync(CONTAINERFILE, containerfile.replace(/^ARG VERSION=.*$/m, `ARG VERSION=${version}`))
  const sums = join(MIGRATIONS, 'SHA256SUMS')
  const migrations = globSync('*.sql', { cwd: MIGRATIONS }).sort()
  writeFileSync(sums, execFileSync('sha256sum', migrations, { cwd: MIGRATIONS }))
  try {
    // It names its version, and the sum of the sums.
    execFileSync(process.execPath, [MAKE_BACKUP, backup], { stdio: 'inherit' })
  } catch (error) {
    git('checkout', '--quiet', '.')
    throw error
  }
  git('add', '--', 'package.json', 'package-lock.json', CONTAINERFILE, backup, sums)
  git('commit', '--quiet', '--message', `Release ${version}`)
  // Without "whitespace", lines of the entry that begin with # would be taken for comments.
  git('tag', '--annotate', '--cleanup=whitespace', '--message', `${version}\n\n${entry}`, tag)
}

/** The text below the changelog's heading `## 1.1.0` or `## 1.1.0 – DATE`. */
function findEntry(changelog: string): string | undefined {
  const section = changelog.split(/^## /m).find(section => section.split(/\s/, 1)[0] === version)
  return section?.slice(section.indexOf('\n')).trim()
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
}
