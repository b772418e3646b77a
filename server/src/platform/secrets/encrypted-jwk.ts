import { CompactEncrypt, compactDecrypt, errors, type JWK } from 'jose'

/** Encrypts a private key (JWE), so that it can be stored in the database. @param key 32 bytes, see `deriveKey` */
export const encryptJwk = (jwk: JWK, key: Uint8Array): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(JSON.stringify(jwk)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(key)

/** Decrypts a private key; null when the text was encrypted with another key or in another way. */
export async function decryptJwk(encrypted: string, key: Uint8Array): Promise<JWK | null> {
  try {
    const { plaintext } = await compactDecrypt(encrypted, key)
    return JSON.parse(new TextDecoder().decode(plaintext))
  } catch (error) {
    if (error instanceof errors.JWEInvalid || error instanceof errors.JWEDecryptionFailed) return null
    throw error
  }
}
