import { RETENTION } from '@blood-bank/contract/own-account/retention'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connection.ts'
import { createKeyedHash } from '../../../platform/secrets/keyed-hash.ts'

const DAY_MS = 86_400_000

export type Declines = ReturnType<typeof createDeclines>

/**
 * Who has erased what a list says about them, by a keyed hash of the address. Without it, the next import of the same list
 * would write to them again.
 */
export function createDeclines(authSecret: string) {
  const hash = createKeyedHash(authSecret, 'declined imports')

  return {
    async record(db: Database, email: string, declinedAt: Date): Promise<void> {
      await db
        .insertInto('declinedImports')
        .values({ emailHash: hash(email), declinedAt })
        .onConflict(conflict => conflict.column('emailHash').doUpdateSet({ declinedAt }))
        .execute()
    },

    /** Those of the addresses whose owners have declined. */
    async find(db: Database, emails: string[]): Promise<Set<string>> {
      const emailOf = new Map(emails.map(email => [hash(email), email]))
      const rows = await db
        .selectFrom('declinedImports')
        .select('emailHash')
        .where('emailHash', '=', sql<string>`any (${[...emailOf.keys()]})`)
        .execute()
      return new Set(rows.flatMap(({ emailHash }) => emailOf.get(emailHash) ?? []))
    },
  }
}

export async function removeOldDeclines(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION.declinedImportDays * DAY_MS)
  await db.deleteFrom('declinedImports').where('declinedAt', '<', before).execute()
}
