import type { PASSKEY_TRANSPORTS } from '@blood-bank/contract/passkeys/endpoints'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

type PasskeyTransport = (typeof PASSKEY_TRANSPORTS)[number]

export type PasskeyRow = Selectable<Schema['passkeys']>

declare module '../../platform/database/schema.ts' {
  interface Schema {
    passkeys: {
      id: Generated<string>
      userId: string
      credentialId: Buffer
      /** A COSE key. */
      publicKey: Buffer
      /** How often the authenticator has signed; 0 if it does not count. */
      counter: ColumnType<string, number, number>
      transports: PasskeyTransport[]
      /** The host name at which the passkey works (relying party id). */
      rpId: string
      name: string
      addedAt: Generated<Date>
      lastUsedAt: Generated<Date | null>
    }
    /** Challenges that were used and have not expired. */
    usedPasskeyChallenges: {
      challengeHash: Buffer
      expiresAt: Date
    }
  }
}
