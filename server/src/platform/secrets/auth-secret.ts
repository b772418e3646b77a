import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Loads the secret that signs session cookies, for an installation without `AUTH_SECRET`. It is generated once and stored
 * in the data folder, readable by its owner only.
 */
export async function loadAuthSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'auth-secret')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const secret = (await readIfExists(file)) ?? (await createSecretFile(file))
  if (secret.length < 32)
    throw new Error(
      `${file} is damaged. Delete it and restart the server. Everybody then has to sign in again.`,
    )
  return secret
}

const readIfExists = (file: string) =>
  readFile(file, 'utf8').catch(error => {
    if (error.code !== 'ENOENT') throw error
    return null
  })

/**
 * The file is written under another name and linked when it is complete, so that a killed server leaves no partial secret.
 * Of two servers that start at once, the second uses the secret of the first.
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
