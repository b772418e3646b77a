import type { Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

export type CoordinatorRow = Selectable<Schema['coordinators']>

declare module '../../platform/database/schema.ts' {
  interface Schema {
    coordinators: {
      userId: string
      /** Null for all halls, and of a right that ended with its hall. */
      hallId: string | null
      endsAt: Date
      namedBy: string | null
      namedAt: Date
      endAnnouncedAt: Date | null
      /** Null while the right holds; a trigger ends it with a change of the role and a suspension (`0205-coordinators.sql`). */
      endedAt: Date | null
    }
  }
}
