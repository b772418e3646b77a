import type { Generated } from 'kysely'

declare module '../database/schema.ts' {
  interface Schema {
    /** One row: the VAPID key pair of the site. */
    pushKeys: {
      id: Generated<string>
      /** An uncompressed point of P-256, base64url. */
      publicKey: string
      /** A JSON Web Key, encrypted as JWE. */
      privateKey: string
      createdAt: Generated<Date>
    }
  }
}
