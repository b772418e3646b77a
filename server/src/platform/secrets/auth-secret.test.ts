import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadAuthSecret } from './auth-secret.ts'

const folder = await mkdtemp(join(tmpdir(), 'secret-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the secret is generated once, is strong, and is readable by its owner only', async () => {
  const dataDir = join(folder, 'new', 'data')
  const secret = await loadAuthSecret(dataDir)
  expect(secret).toMatch(/^[\w-]{64}$/)
  expect(await loadAuthSecret(dataDir)).toBe(secret)
  expect((await stat(join(dataDir, 'auth-secret'))).mode & 0o777).toBe(0o600)
})

test('two installations have different secrets', async () => {
  expect(await loadAuthSecret(join(folder, 'one'))).not.toBe(await loadAuthSecret(join(folder, 'two')))
})

test('servers that start at once use the same secret and leave no other file', async () => {
  const dataDir = join(folder, 'race')
  const secrets = await Promise.all(Array.from({ length: 20 }, () => loadAuthSecret(dataDir)))
  expect(new Set(secrets).size).toBe(1)
  expect(await readdir(dataDir)).toEqual(['auth-secret'])
})

test('the error of a damaged file names it, and the file is not overwritten', async () => {
  const dataDir = join(folder, 'damaged')
  await loadAuthSecret(dataDir)
  const file = join(dataDir, 'auth-secret')
  await chmod(file, 0o600)
  await writeFile(file, 'cut')
  await expect(loadAuthSecret(dataDir)).rejects.toThrow(`${file} is damaged.`)
  expect(await readFile(file, 'utf8')).toBe('cut')
})
