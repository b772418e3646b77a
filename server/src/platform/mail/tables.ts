import type { Generated } from 'kysely'

/** The tables of the mail. */
declare module '../database/schema.ts' {
  interface Schema {
    outbox: {
      id: Generated<string>
      kind: string
      recipient: string
      aboutUserId: string | null
      /** The row that the mail is about. */
      aboutId: string | null
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
      /** Those of this mail, in addition to those of every mail. */
      headers: Generated<Record<string, string>>
      sentAt: Generated<Date>
    }
  }
}
