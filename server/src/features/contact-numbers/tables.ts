import type { Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

/** Records that an account came near a limit or was refused. */
export type NumberWarning = Selectable<Schema['numberWarnings']>

declare module '../../platform/database/schema.ts' {
  interface Schema {
    numbersSent: {
      userId: string | null
      /** A keyed hash, if it was sent to the unverified accounts of a network. */
      network: string | null
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
  }
}
