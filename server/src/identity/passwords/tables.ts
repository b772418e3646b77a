import type { Generated } from 'kysely'

export type MailLinkPurpose = 'verify-email' | 'reset-password'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    credentials: {
      userId: string
      /** An argon2id hash. */
      password: string
      /** The random id by which browsers that have a passkey know the user. */
      userHandle: Generated<string>
    }
    mailLinks: {
      userId: string
      purpose: MailLinkPurpose
      tokenHash: Buffer
      expiresAt: Date
    }
  }
}
