import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const PACKAGE = { type: 'module', version: '1.9.3', dependencies: { other: '1.9.3' } }
const LOCK = { version: '1.9.3', packages: { '': { version: '1.9.3' } } }
const FILES = {
  'package.json': JSON.stringify(PACKAGE),
  'package-lock.json': JSON.stringify(LOCK),
  'CHANGELOG.md':
    '# Changelog\n\n## 1.10.0 – 2026-12-01\n\n### Added\n\n- New.\n\n## 1.9.3\n\n- Old.\n\n## 3.0.0\n',
  'deploy/Containerfile': 'FROM debian\nARG VERSION=1.9.3\n',
  'server/src/testing/earlier-versions/make-backup.ts':
    "import { copyFileSync } from 'node:fs'\ncopyFileSync('package.json', process.argv[2])",
  'server/src/operations/storage/earlier-versions/README.md': '',
  'server/src/operations/storage/migrations/0101-accounts.sql': 'select 1',
}

const MIGRATIONS = 'server/src/operations/storage/migrations'
const BACKUPS = join(import.meta.dirname, '../server/src/operations/storage/earlier-versions')
const RELEASED = globSync('*.backup', { cwd: BACKUPS }).map(name => name.replace('.backup', ''))

/** A committed project in a repository of its own. */
function createProject() {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const [file, text] of Object.entries(FILES)) write(file, text)
  write('server/src/operations/storage/earlier-versions/1.9.2.backup', '')
  const settings = { 'user.name': 'Rima', 'user.email': 'rima@example.edu', 'tag.gpgSign': 'false' }
  git('init', '--quiet')
  for (const [name, value] of Object.entries({ ...settings, 'commit.gpgSign': 'false' }))
    git('config', name, value)
  git('add', '.')
  git('commit', '--quiet', '--message', 'Begin')
  const script = join(import.meta.dirname, 'release.ts')
  const release = (version: string) =>
    spawnSync(process.execPath, [script, version], { cwd: folder, encoding: 'utf8' }).stderr
  const state = () => [git('log', '--format=%s'), git('status', '--porcelain', '--untracked-files=no')]
  return { git, read, write, release, state }
}

test('the files that a release reads and writes exist in this repository', () => {
  for (const file of Object.keys(FILES))
    expect(existsSync(join(import.meta.dirname, '..', file)), file).toBe(true)
})

test('what the last release lacks has a greater version, in all files that name it', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  const { version } = JSON.parse(read('package.json'))
  const lock = JSON.parse(read('package-lock.json'))
  expect([lock.version, lock.packages[''].version]).toEqual([version, version])
  expect(read('deploy/Containerfile')).toContain(`\nARG VERSION=${version}\n`)
  const sums = read(`${MIGRATIONS}/SHA256SUMS`)
  const hasNewMigration = globSync(`${MIGRATIONS}/*.sql`, { cwd: join(import.meta.dirname, '..') }).some(
    path => !sums.includes(basename(path)),
  )
  if (hasNewMigration || read('CHANGELOG.md').includes('\n## Unreleased\n'))
    expect(
      RELEASED.map(last => version.localeCompare(last, 'en', { numeric: true })),
      'Give it the number of the next release: npm version 1.2.0 --no-git-tag-version, and in the Containerfile.',
    ).toEqual(RELEASED.map(() => 1))
})

test('a release is one commit with the version in all files that name it, a backup and sums of the migrations, and a tag', () => {
  const { git, read, release, state } = createProject()
  expect(release('1.10.0')).toBe('')
  expect(JSON.parse(read('package.json'))).toEqual({ ...PACKAGE, version: '1.10.0' })
  expect(JSON.parse(read('package-lock.json'))).toEqual({
    ...LOCK,
    version: '1.10.0',
    packages: { '': { version: '1.10.0' } },
  })
  expect(read('deploy/Containerfile')).toBe('FROM debian\nARG VERSION=1.10.0\n')
  const backup = git('show', 'v1.10.0:server/src/operations/storage/earlier-versions/1.10.0.backup')
  expect(JSON.parse(backup)).toMatchObject({ version: '1.10.0' })
  expect(read('server/src/operations/storage/migrations/SHA256SUMS')).toMatch(
    /^822ae07d\w{56} {2}0101-accounts\.sql\n$/,
  )
  expect(state()).toEqual(['Release 1.10.0\nBegin', ''])
  expect(git('tag', '--list', '--format=%(contents)')).toBe('1.10.0\n\n### Added\n\n- New.')
})

test('a refused release changes nothing', { tags: 'long' }, () => {
  const { git, write, release, state } = createProject()
  for (const [version, reason] of [
    ['v1.10.0', 'three numbers'],
    ['1.10.0-rc.1', 'three numbers'],
    ['1.9.2', 'is not greater than 1.9.2, the last release'],
    ['1.9.0', 'is not greater than 1.9.2'],
    ['2.0.0', 'Add "## 2.0.0 – DATE"'],
    ['3.0.0', 'Add "## 3.0.0 – DATE"'],
  ] as const)
    expect(release(version)).toContain(reason)
  write('package.json', JSON.stringify({ ...PACKAGE, version: '1.11.0' }))
  expect(release('1.10.0')).toContain('is less than 1.11.0, the version in package.json')
  git('checkout', '--quiet', '.')
  git('tag', 'v1.10.0')
  expect(release('1.10.0')).toContain('The tag v1.10.0 exists already.')
  write('new.txt', 'new')
  expect(release('1.10.0')).toContain('Commit or remove all changes first')
  expect(state()).toEqual(['Begin', ''])
})

test('a release whose backup fails changes nothing', { tags: 'long' }, () => {
  const { git, write, release, state } = createProject()
  write('server/src/testing/earlier-versions/make-backup.ts', 'process.exit(1)')
  git('commit', '--quiet', '--all', '--message', 'Break')
  expect(release('1.10.0')).toContain('make-backup.ts')
  expect(state()).toEqual(['Break\nBegin', ''])
})
