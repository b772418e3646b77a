import type { Generated, Selectable } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'

export type OnCallRow = Selectable<Schema['coordinatorsOnCall']>

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    coordinatorsOnCall: {
      userId: string
      /** Null since it has ended. */
      contactNumber: string | null
      beganAt: Date
      endsAt: Date
      /** Triggers end it with the right (`0220-on-call.sql`). */
      endedAt: Date | null
      lastShownAt: Generated<Date | null>
    }
    /** For which requests those on call were alerted, once each. */
    onCallAlerts: {
      bloodRequestId: string
      userId: string
      alertedAt: Date
      /** The entry of the contact ledger while the owner of the request sees the number; triggers end it there. */
      revealId: Generated<string | null>
    }
  }
}
