import type { Generated } from 'kysely'

declare module '../database/schema.ts' {
  interface Schema {
    /** What the demo shows instead of sending it. */
    caughtTexts: {
      id: Generated<string>
      phone: string
      message: string
      sentAt: Generated<Date>
    }
  }
}
