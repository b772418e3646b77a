import type { Generated } from 'kysely'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    sessions: {
      id: Generated<string>
      userId: string
      token: string
      /** When the password was last entered, or a passkey used, in this session. */
      passwordGivenAt: Generated<Date>
      /** The passkey that was last used in this session; null without one, and after its removal. */
      passkeyId: Generated<string | null>
      expiresAt: Date
      ipAddress: string | null
      userAgent: string | null
      /** Whether it has expired because the role of its user changed. */
      endedByRoleChange: Generated<boolean>
      /** Recorded at most once an hour. */
      lastUsedAt: Generated<Date>
      createdAt: Generated<Date>
    }
    tokenKeys: {
      id: Generated<string>
      /** A JSON Web Key. */
      publicKey: string
      /** A JSON Web Key, encrypted as JWE; empty for keys of an earlier version, which no longer sign. */
      privateKey: string
      createdAt: Generated<Date>
    }
  }
}
