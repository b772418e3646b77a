import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The secret that signs session cookies, for an installation that was given none: made once, kept in the
 * data folder, readable by its owner only.
 */
export async function keptAuthSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'auth-secret')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  try {
    const created = await open(file, 'wx', 0o600)
    await created.writeFile(randomBytes(48).toString('base64url'))
    await created.sync()
    await created.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = await readFile(file, 'utf8')
  if (secret.length < 32)
    throw new Error(`${file} is damaged. Remove it and start again: everybody signs in anew.`)
  return secret
}
