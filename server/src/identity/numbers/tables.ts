import type { Generated } from 'kysely'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    numbersSent: {
      userId: string
      sentAt: Date
      /** Keyed hashes. */
      numbers: string[]
      writtenAt: Generated<Date>
      /** The id of the server that wrote the row. */
      writtenBy: string
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
