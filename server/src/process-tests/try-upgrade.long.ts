import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { OLDEST_BACKUP } from '../testing/earlier-versions/backups.ts'
import { aDataFolder, anEmptyFolder, untilTheFileIsDone } from '../testing/running-product.ts'

const SCRIPT = fileURLToPath(new URL('../../../deploy/try-upgrade', import.meta.url))
const timeout = 120_000

const until = untilTheFileIsDone()
const dataDir = await aDataFolder(until)
const temporary = await anEmptyFolder(until)
const folder = await anEmptyFolder(until)

/** Runs the script beside an installation, whose settings lead to its data folder. */
function tryUpgrade(...args: string[]) {
  writeFileSync(join(folder, '.env'), `DATA_DIR=${dataDir}\n`)
  const child = spawn(SCRIPT, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, TMPDIR: temporary, DATA_DIR: dataDir },
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then(texts => texts.join(''))
  const ended = once(child, 'close').then(async ([code]) => ({ code, output: await output }))
  return { child, ended }
}

/** The names and the content of all files of the installation. */
function digestOf(path: string): string {
  const hash = createHash('sha256')
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    hash.update(file)
    if (entry.isFile()) hash.update(readFileSync(file))
  }
  return hash.digest('hex')
}

test('an upgrade of a backup is tried and described, beside an installation that stays as it is', {
  timeout,
}, async () => {
  const before = digestOf(dataDir)
  const { code, output } = await tryUpgrade(OLDEST_BACKUP).ended
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('made by version 1.0.0, on 2026-11-28 14:08 UTC.'),
  ])
  expect(output).toMatch(/^500 rows of 33 tables were restored in [\d.]+ s\.$/m)
  expect(output).toMatch(/^The database has \d+ MB\.$/m)
  expect(output).toMatch(/^Migrations, in [\d.]+ s: 0113-mailboxes, /m)
  expect(output).toMatch(/^users +17 +17 {2}new: registered_network\b/m)
  expect(output).toMatch(/^alert_waves +2 +2$/m)
  expect(digestOf(dataDir)).toBe(before)
  expect(readdirSync(temporary)).toEqual([])
})

test('a trial that is interrupted leaves nothing', { timeout }, async () => {
  const { child, ended } = tryUpgrade(OLDEST_BACKUP)
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  const { code, output } = await ended
  expect([code, output]).toEqual([1, expect.stringContaining('Interrupted: the trial is removed')])
  expect(readdirSync(temporary)).toEqual([])
})

test('what cannot be tried is refused before anything starts', { timeout }, async () => {
  const rows = gunzipSync(readFileSync(OLDEST_BACKUP)).toString()
  const newer = join(folder, 'newer.gz')
  writeFileSync(newer, gzipSync(rows.replace(/"migration":"[^"]+"/, '"migration":"9999-later"')))
  const truncated = join(folder, 'truncated.gz')
  writeFileSync(truncated, readFileSync(OLDEST_BACKUP).subarray(0, 9_000))
  const refusals = {
    '': 'An argument is missing; use: deploy/try-upgrade BACKUP',
    'missing.gz': `${join(folder, 'missing.gz')} cannot be read: ENOENT`,
    '.env': 'This file is not a backup of this program.',
    '..': 'it is not a file',
    'newer.gz': 'made by a newer version of this program. Update the program first.',
    'truncated.gz': 'This backup is damaged',
  }
  const results = Object.entries(refusals).map(async ([file, reason]) => {
    const result = await tryUpgrade(...(file ? [file] : [])).ended
    expect(result).toEqual({ code: file ? 1 : 2, output: expect.stringContaining(reason) })
  })
  await Promise.all(results)
})
