import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { fileArgument, requireReadable, requireWritable } from './run-command.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'start-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a missing setting is named on the console, with advice where to set it and to restart', () => {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example.edu' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  expect({ status, stdout, started: readdirSync(folder) }).toEqual({ status: 1, stdout: '', started: [] })
  expect(stderr.trim().split('\n')).toEqual([
    'The configuration has errors:',
    '  - AUTH_SECRET is missing. Generate one with: openssl rand -base64 48',
    '  - PUBLIC_URL is missing. Links in emails need it.',
    'Set these values in the environment file (.env) and restart the server.',
  ])
})

test.each([[[]], [['--help']], [['one', 'two']]])('the arguments %j are no file', words => {
  expect(() => fileArgument('backup', words)).toThrow('Usage: npm run backup -- FILE')
})

test('a file that cannot be read or written is named with the reason', async () => {
  const missing = join(folder, 'missing')
  await expect(requireReadable(missing)).rejects.toThrow(`${missing} cannot be read: ENOENT: no such file`)
  await expect(requireReadable(folder)).rejects.toThrow(`${folder} cannot be read: it is not a file.`)
  await requireReadable(MAIN)
  await expect(requireWritable(join(missing, 'file'))).rejects.toThrow(
    'file cannot be written: ENOENT: no such',
  )
  await requireWritable(missing)
})
