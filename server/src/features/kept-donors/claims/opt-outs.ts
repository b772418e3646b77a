import { DAY_MS } from '@blood-bank/contract/durations'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connection.ts'
import { createKeyedHash } from '../../../platform/secrets/hashes.ts'

export type ImportOptOuts = ReturnType<typeof createImportOptOuts>

/**
 * Who has erased what a list says about them, by a keyed hash of the address. Without it, the next import of the same list
 * would write to them again.
 */
export function createImportOptOuts(authSecret: string) {
  const hash = createKeyedHash(authSecret, 'declined imports')

  return {
    async record(db: Database, email: string, optedOutAt: Date): Promise<void> {
      await db
        .insertInto('declinedImports')
        .values({ emailHash: hash(email), declinedAt: optedOutAt })
        .onConflict(conflict => conflict.column('emailHash').doUpdateSet({ declinedAt: optedOutAt }))
        .execute()
    },

    /** Those of the addresses whose owners have opted out. */
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

export async function removeOldImportOptOuts(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION.importOptOutDays * DAY_MS)
  await db.deleteFrom('declinedImports').where('declinedAt', '<', before).execute()
}
