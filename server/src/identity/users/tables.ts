import type { SuspensionReason } from '@blood-bank/contract/users/administration'
import type { Role } from '@blood-bank/contract/users/endpoints'
import type { Generated, GeneratedAlways } from 'kysely'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    users: {
      id: Generated<string>
      email: string
      /** What stands for a person where limits and suspensions do; see `mailboxOf`. */
      mailbox: GeneratedAlways<string>
      /** Whether an admin has allowed that the account is verified although its mailbox has another one. */
      mayShareMailbox: Generated<boolean>
      /** A keyed hash of the network from which the account was registered; null if that was not recorded. */
      registeredNetwork: string | null
      emailVerified: Generated<boolean>
      /** Set by a trigger; null while the email is not verified. */
      emailVerifiedAt: Generated<Date | null>
      /** Start of the period after which an unverified account is erased; not used once the email is verified. */
      unverifiedSince: Generated<Date>
      /** When the mail that announces the erasure of an unverified account was enqueued, or later sent. */
      erasureAnnouncedAt: Generated<Date | null>
      role: Generated<Role>
      /** When the user was last made an admin; null for others, and for admins of before. */
      adminSince: Generated<Date | null>
      /** Null when the user is not suspended. */
      suspendedAt: Generated<Date | null>
      /** Since when reports stop the user from posting, until an admin decides. */
      postingStoppedAt: Generated<Date | null>
      /** When the password was last set: device cookies for an older one are invalid. */
      devicesKnownSince: Generated<Date>
      createdAt: Generated<Date>
    }
    suspensions: {
      userId: string
      reason: SuspensionReason
      note: string | null
      suspendedAt: Date
    }
  }
}
