import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { UsageError } from './arguments.ts'
import { requireFreePort } from './port.ts'
import { fileArgument, fromWhereItWasTyped, requireReadable, requireWritable } from './run-command.ts'

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

test.each([[[]], [['']], [['--write']], [['--', '--write']], [['one', 'two']]])(
  'the arguments %j are no file',
  words => {
    expect(() => fileArgument(words, { usage: 'npm run backup -- FILE', words: [1, 1] })).toThrow(UsageError)
  },
)

test('a relative file is looked for where the command was typed, also with npm --prefix', () => {
  const npm = { npm_lifecycle_event: 'backup', INIT_CWD: folder }
  expect(fromWhereItWasTyped('file', npm)).toBe(join(folder, 'file'))
  expect(fromWhereItWasTyped('/file', npm)).toBe('/file')
  expect(fromWhereItWasTyped('file', { INIT_CWD: folder })).toBe(resolve('file'))
})

test('a taken port is named before a database is created', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(requireFreePort({ host: '127.0.0.1', port })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use by another program. Stop it, or set PORT to a free port.`,
  )
  await once(other.close(), 'close')
  await requireFreePort({ host: '127.0.0.1', port })
  await expect(requireFreePort({ host: '192.0.2.1', port: 3000 })).rejects.toThrow(
    /^The server cannot listen on port 3000 of 192\.0\.2\.1 \(.+\)\. Set HOST to an address of this machine, and/,
  )
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
