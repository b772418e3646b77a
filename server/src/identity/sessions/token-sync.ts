import { issueToken, readTokenKeys } from '@blood-bank/contract/sessions/token-sync'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import type { Database } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { decryptJwk, encryptJwk } from '../../platform/secrets/encrypted-jwk.ts'
import { deriveKey } from '../../platform/secrets/hashes.ts'
import type { Context } from '../access/context.ts'
import { serve } from '../access/serve.ts'

/** Long enough for one call to another service, too short to be worth stealing. */
const LIFETIME_S = 300

/** Tokens for one other service, named by TOKEN_SYNC_URL (spec §7). Without that setting both calls answer 404. */
export function tokenSyncRoutes({ http, now, config }: Context, keys: TokenKeys): void {
  const { tokenSync, publicUrl } = config

  serve(http, issueToken, async ({ actor }) => {
    if (!tokenSync) throw refuse('not-found')
    const { kid, privateKey } = await keys.getSigningKey()
    const issuedAt = Math.floor(now().getTime() / 1000)
    const token = await new SignJWT({ email: actor.email })
      .setProtectedHeader({ alg: ALGORITHM, kid })
      .setIssuer(publicUrl)
      .setSubject(actor.id)
      .setAudience(new URL(tokenSync.url).origin)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFETIME_S)
      .sign(privateKey)
    return { token }
  })

  serve(http, readTokenKeys, async () => {
    if (!tokenSync) throw refuse('not-found')
    return keys.listPublicKeys()
  })
}

/** With the curve Ed25519. */
const ALGORITHM = 'EdDSA'

type SigningKey = { kid: string; privateKey: CryptoKey }

/**
 * The key pairs of the token sync. Private keys are stored encrypted (JWE) with a key derived from the authentication
 * secret. A private key that this secret does not decrypt no longer signs; its public key stays published, so that tokens
 * signed with it can be verified.
 */
export function createTokenKeys(db: Database, secret: string) {
  const encryptionKey = deriveKey(secret, 'blood bank: token keys')

  const listKeys = () =>
    db.selectFrom('tokenKeys').selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc').execute()

  async function findSigningKey(): Promise<SigningKey | null> {
    for (const { id, privateKey } of await listKeys()) {
      const jwk = await decryptJwk(privateKey, encryptionKey)
      if (jwk) return { kid: id, privateKey: (await importJWK(jwk, ALGORITHM)) as CryptoKey }
    }
    return null
  }

  async function insertKey(): Promise<SigningKey> {
    const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
    const { id } = await db
      .insertInto('tokenKeys')
      .values({
        publicKey: JSON.stringify(await exportJWK(publicKey)),
        privateKey: await encryptJwk(await exportJWK(privateKey), encryptionKey),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { kid: id, privateKey }
  }

  /** The newest key that can sign; the first caller creates it. */
  const getSigningKey = async (): Promise<SigningKey> => (await findSigningKey()) ?? insertKey()

  return {
    getSigningKey,

    /** The JSON Web Key Set that receivers verify tokens with. The key that signs next is always in it. */
    async listPublicKeys(): Promise<{ keys: { kty: string; kid: string }[] }> {
      await getSigningKey()
      const keys = await listKeys()
      return {
        keys: keys.map(({ id, publicKey }) => ({ alg: ALGORITHM, ...JSON.parse(publicKey), kid: id })),
      }
    },
  }
}

type TokenKeys = ReturnType<typeof createTokenKeys>
