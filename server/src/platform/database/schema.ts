import type { BloodGroup } from '@blood-bank/contract/blood-groups'
import type { BloodRequestStatus, Urgency } from '@blood-bank/contract/blood-requests'
import type { UniversityRole } from '@blood-bank/contract/donors'
import type { Role, SuspensionReason } from '@blood-bank/contract/users'
import type { Generated, GeneratedAlways } from 'kysely'

/** The tables as Kysely sees them; `migrations/` makes them. */
export type Schema = {
  users: {
    id: Generated<string>
    email: string
    emailVerified: Generated<boolean>
    /** From when it counts that the account was never verified; means nothing once it is. */
    unverifiedSince: Generated<Date>
    /** When the mail was sent, or put out, that announces the erasure of an account that was never verified. */
    erasureAnnouncedAt: Generated<Date | null>
    role: Generated<Role>
    /** The number of what they changed last as an admin; text, as numbers of the database may be larger than ours. */
    lastChange: Generated<string>
    /** Null for whoever is not suspended. */
    suspendedAt: Generated<Date | null>
    /** When the password was last set: device cookies of an older one are void. */
    devicesKnownSince: Generated<Date>
    createdAt: Generated<Date>
  }
  credentials: {
    userId: string
    /** An argon2id hash. */
    password: string
  }
  sessions: {
    id: Generated<string>
    userId: string
    token: string
    /** When the password was last given in it. */
    passwordGivenAt: Generated<Date>
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
  suspensions: {
    userId: string
    reason: SuspensionReason
    note: string | null
    suspendedAt: Date
  }
  outbox: {
    id: Generated<string>
    kind: string
    recipient: string
    aboutUserId: string | null
    attempts: Generated<number>
    nextAttemptAt: Generated<Date>
    lastError: string | null
    createdAt: Generated<Date>
  }
  caughtMails: {
    id: Generated<string>
    to: string
    subject: string
    text: string
    html: string
    sentAt: Generated<Date>
  }
  donors: {
    id: Generated<string>
    userId: string
    email: string
    fullName: string
    universityId: string
    universityRole: UniversityRole
    department: string
    bloodGroup: BloodGroup
    contactNumber: string
    isAvailable: boolean
    lastDonationDate: string | null
    allowContactVisibility: boolean
    isVerified: Generated<boolean>
    isProfileActive: Generated<boolean>
    /** Whether members are not shown it, as its owner is suspended. */
    isHidden: Generated<boolean>
    registeredAt: Generated<Date>
    searchText: GeneratedAlways<string>
  }
  bloodRequests: {
    id: Generated<string>
    userId: string
    userEmail: string
    patientName: string
    requiredBloodGroup: BloodGroup
    unitsRequired: number
    hospitalName: string
    hospitalLocation: string | null
    contactPerson: string
    contactNumber: string
    urgency: Urgency
    additionalInfo: string | null
    status: Generated<BloodRequestStatus>
    /** Whether members are not shown it, as its owner is suspended. */
    isHidden: Generated<boolean>
    requestedAt: Generated<Date>
    idempotencyKey: string | null
    searchText: GeneratedAlways<string>
  }
  /** Requests that were deleted within 24 hours of their posting: they count against the limit all the same. */
  deletedPosts: {
    userId: string
    requestedAt: Date
  }
  numbersSent: {
    userId: string
    sentAt: Date
    /** Keyed hashes. */
    numbers: string[]
    writtenAt: Generated<Date>
    /** The server that wrote it. */
    writtenBy: string
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
    before: string | null
    after: string | null
    at: Generated<Date>
  }
}

export type MailLinkPurpose = 'verify-email' | 'reset-password'
