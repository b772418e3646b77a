import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The secret that signs session cookies, for an installation that was given none: made once, kept in the
 * data folder, readable by its owner only.
 */
export async function loadAuthSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'auth-secret')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const secret = (await readIfExists(file)) ?? (await createSecretFile(file))
  if (secret.length < 32)
    throw new Error(`${file} is damaged. Remove it and start again: everybody signs in anew.`)
  return secret
}

const readIfExists = (file: string) =>
  readFile(file, 'utf8').catch(error => {
    if (error.code !== 'ENOENT') throw error
    return null
  })

/**
 * The file gets its name when it is whole, so that a server that is killed meanwhile leaves no half of a secret;
 * of two that start at once the second takes the first one's.
 */
async function createSecretFile(file: string): Promise<string> {
  const draft = `${file}.${randomUUID()}`
  const created = await open(draft, 'wx', 0o600)
  await created.writeFile(randomBytes(48).toString('base64url'))
  await created.sync()
  await created.close()
  await link(draft, file).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  return readFile(file, 'utf8')
}
