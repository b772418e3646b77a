import type { AuditValues } from '@blood-bank/contract/audit/endpoints'
import type { Role, SuspensionReason } from '@blood-bank/contract/users/endpoints'
import type { ColumnType, Generated } from 'kysely'

export type MailLinkPurpose = 'verify-email' | 'reset-password'

/** What limits counted in the day before an erasure: times, and the keyed hashes of numbers. */
export type ErasedCounts = {
  posts: string[]
  reports: string[]
  alerts: string[]
  numbers: { sentAt: string; numbers: number[] }[]
}

/** The tables of identity: users, credentials, sessions, limits and the audit log. */
declare module '../platform/database/schema.ts' {
  interface Schema {
    users: {
      id: Generated<string>
      email: string
      emailVerified: Generated<boolean>
      /** Set by a trigger; null while the email is not verified. */
      emailVerifiedAt: Generated<Date | null>
      /** Start of the period after which an unverified account is erased; not used once the email is verified. */
      unverifiedSince: Generated<Date>
      /** When the mail that announces the erasure of an unverified account was enqueued, or later sent. */
      erasureAnnouncedAt: Generated<Date | null>
      role: Generated<Role>
      /** Null when the user is not suspended. */
      suspendedAt: Generated<Date | null>
      /** Since when reports stop the user from posting, until an admin decides. */
      postingStoppedAt: Generated<Date | null>
      /** When the password was last set: device cookies for an older one are invalid. */
      devicesKnownSince: Generated<Date>
      createdAt: Generated<Date>
    }
    credentials: {
      userId: string
      /** An argon2id hash. */
      password: string
      /** The random id by which browsers that have a passkey know the user. */
      userHandle: Generated<string>
    }
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
    mailLinks: {
      userId: string
      purpose: MailLinkPurpose
      tokenHash: Buffer
      expiresAt: Date
    }
    consents: {
      userId: string
      version: string
      agreedAt: Generated<Date>
    }
    erasedAccounts: {
      emailHash: string
      userId: string | null
      suspendedAt: Date | null
      suspensionReason: SuspensionReason | null
      postingStoppedAt: Date | null
      waitingCases: string[]
      counts: ColumnType<ErasedCounts | null, string | null>
      erasedAt: Date
    }
    suspensions: {
      userId: string
      reason: SuspensionReason
      note: string | null
      suspendedAt: Date
    }
    numbersSent: {
      userId: string
      sentAt: Date
      /** Keyed hashes. */
      numbers: string[]
    }
    numberWarnings: {
      userId: string
      lastHour: number
      lastDay: number
      wasRefused: boolean
      warnedAt: Date
    }
    auditEntries: {
      id: Generated<string>
      actorId: string
      action: string
      targetId: string | null
      before: ColumnType<AuditValues, string | null, never>
      after: ColumnType<AuditValues, string | null, never>
      at: Generated<Date>
    }
  }
}
