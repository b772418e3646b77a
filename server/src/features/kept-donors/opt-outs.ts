import { DAY_MS } from '@blood-bank/contract/durations'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { sql } from 'kysely'
import { mailboxOf } from '../../identity/mailboxes/mailbox.ts'
import type { Database } from '../../platform/database/connection.ts'
import { createKeyedHash } from '../../platform/secrets/hashes.ts'

export type OptOuts = ReturnType<typeof createOptOuts>

/**
 * Who has erased what a list says about them, or does not want to be called, by keyed hashes of the address and the number in
 * international form. Without it, the next import of the same list would write to them again.
 */
export function createOptOuts(authSecret: string) {
  const hashAsTyped = createKeyedHash(authSecret, 'declined imports')
  /** Of the mailbox, whatever stands behind its +: an address stands for a person. */
  const hash = (subject: string) => hashAsTyped(mailboxOf(subject))
  // Release 1.0 has stored addresses as they were typed.
  const hashesOf = (subject: string) => [hash(subject), hashAsTyped(subject)]

  return {
    /** @param subjects addresses or numbers */
    async record(db: Database, subjects: string[], declinedAt: Date): Promise<void> {
      // By hash, so that concurrent calls lock them in one order.
      const rows = [...new Set(subjects.map(hash))].sort().map(emailHash => ({ emailHash, declinedAt }))
      if (rows.length === 0) return
      await db
        .insertInto('declinedImports')
        .values(rows)
        .onConflict(conflict => conflict.column('emailHash').doUpdateSet({ declinedAt }))
        .execute()
    },

    /** Those of the addresses or numbers whose owners have opted out. */
    async find(db: Database, subjects: string[]): Promise<Set<string>> {
      const rows = await db
        .selectFrom('declinedImports')
        .select('emailHash')
        .where('emailHash', '=', sql<string>`any (${subjects.flatMap(hashesOf)})`)
        .execute()
      const hashes = new Set(rows.map(({ emailHash }) => emailHash))
      return new Set(subjects.filter(subject => hashesOf(subject).some(one => hashes.has(one))))
    },

    /**
     * Takes the one text message by which somebody who has opted out is asked again: a coordinator says that they asked for it.
     * @returns false if it was sent before
     */
    async takeQuestion(db: Database, contactNumber: string, askedAt: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('declinedImports')
        .set({ askedAt })
        .where('emailHash', '=', hash(contactNumber))
        .where('askedAt', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Forgets that the owner of an address or number has opted out: by their own word. @returns whether they had */
    async forget(db: Database, subject: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('declinedImports')
        .where('emailHash', 'in', hashesOf(subject))
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

export async function removeOldOptOuts(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION.optOutDays * DAY_MS)
  await db.deleteFrom('declinedImports').where('declinedAt', '<', before).execute()
}
