import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Database } from '../database/connection.ts'
import type { WarningLog } from '../http/log.ts'
import { decryptJwk, encryptJwk } from '../secrets/encrypted-jwk.ts'
import { deriveKey } from '../secrets/hashes.ts'

/** The algorithm of VAPID (RFC 8292). */
export const ALGORITHM = 'ES256'

export type PushKey = { id: string; publicKey: string; privateKey: CryptoKey }

/** Gets the key pair of the site; the first caller creates it. */
export type GetPushKey = () => Promise<PushKey>

type Options = { db: Database; secret: string; log: WarningLog }

/**
 * The key pair that identifies the site to push services (VAPID). All servers share one, which is stored encrypted with a
 * key derived from the authentication secret. A pair that this secret does not decrypt is replaced, and the database
 * removes the devices that have subscribed with it, because push services accept no other key for them.
 */
export function createPushKeys({ db, secret, log }: Options): GetPushKey {
  const encryptionKey = deriveKey(secret, 'blood bank: push keys')
  let known: (PushKey & { encrypted: string }) | null = null

  const findKey = () => db.selectFrom('pushKeys').selectAll().executeTakeFirst()

  async function createKey(): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
    const encrypted = await encryptJwk(await exportJWK(privateKey), encryptionKey)
    // If another server was faster, its key is used.
    await db
      .insertInto('pushKeys')
      .values({ publicKey: pointOf(await exportJWK(publicKey)), privateKey: encrypted })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }

  async function removeKey(id: string): Promise<void> {
    const { numDeletedRows } = await db.deleteFrom('pushKeys').where('id', '=', id).executeTakeFirst()
    if (numDeletedRows > 0n)
      log.warn(
        {},
        'AUTH_SECRET has changed: the push keys are replaced, and devices must be added again to get notifications',
      )
  }

  return async () => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const row = await findKey()
      if (!row) {
        await createKey()
        continue
      }
      if (known?.encrypted === row.privateKey) return known
      const jwk = await decryptJwk(row.privateKey, encryptionKey)
      if (!jwk) {
        await removeKey(row.id)
        continue
      }
      const privateKey = (await importJWK(jwk, ALGORITHM)) as CryptoKey
      known = { id: row.id, publicKey: row.publicKey, privateKey, encrypted: row.privateKey }
      return known
    }
    throw new Error('The push keys are replaced by another server again and again.')
  }
}

/** Reading, removing, creating, and reading again, with another server doing the same. */
const MAX_ATTEMPTS = 5

/** The uncompressed point of a public key. */
function pointOf({ x = '', y = '' }: JWK): string {
  const coordinates = [x, y].map(text => Buffer.from(text, 'base64url'))
  return Buffer.concat([Buffer.of(4), ...coordinates]).toString('base64url')
}
