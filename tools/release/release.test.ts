import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BACKUPS, release as releaseFrom } from './release.ts'
import { isGreater, parseVersion } from './version.ts'

const MANIFEST = { name: 'a-project', version: '1.9.3', dependencies: { other: '1.9.3' } }
const LOCK = {
  name: 'a-project',
  version: '1.9.3',
  packages: { '': { version: '1.9.3' }, 'node_modules/other': { version: '1.9.3' } },
}
const CHANGELOG =
  '# Changelog\n\n## 1.10.0 – 2026-12-01\n\n- Something new.\n\n## 1.9.3\n\n- Old.\n\n## 3.0.0\n'

const release = (
  folder: string,
  version: string | undefined,
  makeBackup = (file: string) => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'rows')
  },
) => releaseFrom({ folder, version, makeBackup })

/** A committed project in a repository of its own. */
function createProject() {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
  write('package.json', JSON.stringify(MANIFEST, null, 2))
  write('package-lock.json', JSON.stringify(LOCK, null, 2))
  write('CHANGELOG.md', CHANGELOG)
  mkdirSync(join(folder, 'deploy'))
  write('deploy/Containerfile', 'FROM debian\nARG VERSION=1.9.3\nLABEL version=$VERSION\n')
  git('init', '--quiet')
  git('config', 'user.name', 'Rima')
  git('config', 'user.email', 'rima@example.edu')
  git('config', 'tag.gpgSign', 'false')
  git('config', 'commit.gpgSign', 'false')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Begin')
  const readJson = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  return { folder, git, write, readJson }
}

test('a release is one commit with the version in all files that name it, and a tag with its changelog', () => {
  const { folder, git, readJson } = createProject()
  expect(release(folder, '1.10.0')).toBe('v1.10.0')
  expect(readJson('package.json')).toEqual({ ...MANIFEST, version: '1.10.0' })
  expect(readJson('package-lock.json')).toEqual({
    ...LOCK,
    version: '1.10.0',
    packages: { ...LOCK.packages, '': { version: '1.10.0' } },
  })
  const containerfile = readFileSync(join(folder, 'deploy/Containerfile'), 'utf8')
  expect(containerfile).toBe('FROM debian\nARG VERSION=1.10.0\nLABEL version=$VERSION\n')
  expect(git('log', '--format=%s')).toBe('Release 1.10.0\nBegin')
  expect(git('status', '--porcelain')).toBe('')
  expect(git('rev-parse', 'v1.10.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
  expect(git('tag', '--list', '--format=%(contents)')).toBe('1.10.0\n\n- Something new.')
})

test('the commit of a release has a backup of the version', () => {
  const { folder, git } = createProject()
  release(folder, '1.10.0')
  expect(git('show', `v1.10.0:${BACKUPS}/1.10.0.backup`)).toBe('rows')
})

test('without a backup there is no release', () => {
  const { folder, git } = createProject()
  const fail = () => {
    throw new Error('The server ended at its start.')
  }
  expect(() => release(folder, '1.10.0', fail)).toThrow('ended at its start')
  expect([git('log', '--format=%s'), git('tag'), git('status', '--porcelain')]).toEqual(['Begin', '', ''])
})

test.each([
  [undefined, 'npm run release -- 1.1.0'],
  ['2.0', 'three numbers'],
  ['v1.10.0', 'three numbers'],
  ['1.10.0-rc.1', 'three numbers'],
  ['1.9.3', 'is not greater than 1.9.3'],
  ['1.8.10', 'is not greater than 1.9.3'],
  ['2.0.0', 'CHANGELOG.md has no entry. Add "## 2.0.0 – DATE"'],
  ['3.0.0', 'CHANGELOG.md has no entry. Add "## 3.0.0 – DATE"'],
])('the version %s is refused, and nothing changes', (version, reason) => {
  const { folder, git } = createProject()
  expect(() => release(folder, version)).toThrow(reason)
  expect([git('log', '--format=%s'), git('tag'), git('status', '--porcelain')]).toEqual(['Begin', '', ''])
})

test('a release is refused while anything is not committed, also a new file', () => {
  const { folder, git, write } = createProject()
  write('new.txt', 'new')
  expect(() => release(folder, '1.10.0')).toThrow('Commit or remove all changes first')
  expect([git('log', '--format=%s'), git('tag')]).toEqual(['Begin', ''])
})

test('a tag is never moved', () => {
  const { folder, git } = createProject()
  git('tag', 'v1.10.0')
  expect(() => release(folder, '1.10.0')).toThrow('The tag v1.10.0 exists already.')
  expect(git('log', '--format=%s')).toBe('Begin')
})

test('versions are compared by their numbers, the first one first', () => {
  const isAfter = (one: string, other: string) =>
    isGreater(parseVersion(one) ?? [], parseVersion(other) ?? [])
  expect([isAfter('1.10.0', '1.9.9'), isAfter('2.0.0', '1.9.9'), isAfter('1.0.1', '1.0.0')]).toEqual([
    true,
    true,
    true,
  ])
  expect([isAfter('1.0.0', '1.0.0'), isAfter('1.9.9', '1.10.0'), isAfter('1.9.9', '2.0.0')]).toEqual([
    false,
    false,
    false,
  ])
})
