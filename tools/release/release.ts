import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findEntry } from './changelog.ts'
import { isGreater, parseVersion } from './version.ts'

/** Why a release is refused, as the person who releases reads it. */
export class ReleaseRefused extends Error {}

/** An image is labelled with the version. */
const CONTAINERFILE = 'deploy/Containerfile'

/** The backups of earlier versions, which the tests of later ones restore. */
export const BACKUPS = 'server/src/operations/storage/earlier-versions'

type Release = {
  /** The root folder of the repository. */
  folder: string
  version: string | undefined
  /** Makes a small backup with the program in the folder. */
  makeBackup: (file: string) => void
}

/**
 * Makes a backup for the tests of later versions, writes the version into the package files and the Containerfile, commits
 * all, and tags the commit with the changelog's entry. It pushes nothing.
 * @returns the name of the tag
 * @throws ReleaseRefused before anything is changed
 */
export function release({ folder, version, makeBackup }: Release): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  // As npm writes them, so that nothing else in them changes.
  const writeJson = (file: string, json: object) =>
    writeFileSync(join(folder, file), `${JSON.stringify(json, null, 2)}\n`)
  const manifest = JSON.parse(read('package.json'))
  const tag = `v${version}`
  const entry = requireReleasable({ version, current: manifest.version, changelog: read('CHANGELOG.md') })
  if (git('status', '--porcelain')) throw new ReleaseRefused('Commit or remove all changes first: git status')
  if (git('tag', '--list', tag)) throw new ReleaseRefused(`The tag ${tag} exists already.`)

  const backup = `${BACKUPS}/${version}.backup`
  makeBackup(join(folder, backup))
  writeJson('package.json', { ...manifest, version })
  const lock = JSON.parse(read('package-lock.json'))
  const packages = { ...lock.packages, '': { ...lock.packages[''], version } }
  writeJson('package-lock.json', { ...lock, version, packages })
  const containerfile = read(CONTAINERFILE).replace(/^ARG VERSION=.*$/m, `ARG VERSION=${version}`)
  writeFileSync(join(folder, CONTAINERFILE), containerfile)
  git('add', '--', backup)
  const changed = ['package.json', 'package-lock.json', CONTAINERFILE, backup]
  git('commit', '--quiet', '--message', `Release ${version}`, '--', ...changed)
  // Without "whitespace", lines of the entry that begin with # would be taken for comments.
  git('tag', '--annotate', '--cleanup=whitespace', '--message', `${version}\n\n${entry}`, tag)
  return tag
}

type Asked = { version: string | undefined; current: string; changelog: string }

/** The changelog's entry of a version that may come after the current one. */
function requireReleasable({ version, current, changelog }: Asked): string {
  const numbers = parseVersion(version ?? '')
  if (!version || !numbers)
    throw new ReleaseRefused('Name the version by three numbers: npm run release -- 1.1.0')
  if (!isGreater(numbers, parseVersion(current) ?? []))
    throw new ReleaseRefused(`${version} is not greater than ${current}, the version in package.json.`)
  const entry = findEntry(changelog, version)
  if (!entry)
    throw new ReleaseRefused(
      `CHANGELOG.md has no entry. Add "## ${version} – DATE" with what users and operators notice.`,
    )
  return entry
}
