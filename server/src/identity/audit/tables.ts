import type { AuditValues } from '@blood-bank/contract/audit/endpoints'
import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/database/schema.ts' {
  interface Schema {
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
