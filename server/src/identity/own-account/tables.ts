import type { SuspensionReason } from '@blood-bank/contract/users/administration'
import type { ColumnType, Generated } from 'kysely'

/** What limits counted in the day before an erasure: times, and the keyed hashes of numbers. */
export type ErasedCounts = {
  posts: string[]
  reports: string[]
  alerts: string[]
  numbers: { sentAt: string; numbers: number[] }[]
}

declare module '../../platform/database/schema.ts' {
  interface Schema {
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
      /** When an admin made the person's donor profile inactive. Stays until the new account is erased. */
      donorDeactivatedAt: Date | null
      postingStoppedAt: Date | null
      waitingCases: string[]
      counts: ColumnType<ErasedCounts | null, string | null>
      erasedAt: Date
    }
  }
}
