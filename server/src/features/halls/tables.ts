import type { Generated, Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

export type HallRow = Selectable<Schema['halls']>

declare module '../../platform/database/schema.ts' {
  interface Schema {
    halls: {
      id: Generated<string>
      name: string
    }
  }
}
