import { randomUUID } from 'node:crypto'
import type { RevealOccasion } from '@blood-bank/contract/offers/contact-reveals'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../../platform/database/connection.ts'

type Reveal = {
  revealId: string
  /** Whose number is shown; null for somebody who is erased. */
  ownerId: string | null
  /** Who sees it. */
  viewerId: string
  occasion: RevealOccasion
  bloodRequestId: string | null
}

/** Records that somebody sees a number from now on. Part of the transaction that shows it. */
export async function beginReveal(db: Transaction, reveal: Reveal): Promise<void> {
  await db
    .insertInto('contactReveals')
    .values({ ...reveal, event: 'began' })
    .execute()
}

/** Records that these numbers can no longer be seen; those that have ended already stay as they are. */
export async function endReveals(db: Database, revealIds: string[]): Promise<void> {
  if (revealIds.length === 0) return
  await sql`
    insert into contact_reveals (reveal_id, event, owner_id, viewer_id, occasion, blood_request_id)
    select reveal_id, 'ended', owner_id, viewer_id, occasion, blood_request_id
      from contact_reveals where reveal_id = any (${revealIds}::uuid[]) and event = 'began'
    on conflict do nothing`.execute(db)
}

/** Locks the reveals by an admin or a coordinator until the transaction ends, so that concurrent ones do not exceed the limit. */
export async function lockRevealsBy(db: Database, person: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${person}, 72))`.execute(db)
}

/**
 * Records that an admin or a coordinator saw a number once: the reveal begins and ends. Part of the transaction that reads the
 * number.
 */
export async function recordSingleReveal(
  db: Transaction,
  { now, ...seen }: Omit<Reveal, 'revealId'> & { now: Date },
): Promise<void> {
  const reveal = { ...seen, revealId: randomUUID() }
  await db
    .insertInto('contactReveals')
    .values((['began', 'ended'] as const).map(event => ({ ...reveal, event, occurredAt: now })))
    .execute()
}

/** Removes an erased person from the ledger; the entries stay. Part of the transaction that erased the account. */
export const blankReveals = (db: Transaction, userId: string): Promise<void> => blankRevealsOf(db, [userId])

/** The same for several people, also for those without an account. */
export async function blankRevealsOf(db: Transaction, ids: string[]): Promise<void> {
  for (const column of ['ownerId', 'viewerId'] as const)
    await db
      .updateTable('contactReveals')
      .set({ [column]: null })
      .where(column, '=', sql<string>`any (${ids}::uuid[])`)
      .execute()
}

/** Deletes the entries of reveals that began and ended more than two years ago. */
export async function removeOldReveals(db: Database): Promise<void> {
  await sql`
    delete from contact_reveals old using contact_reveals ended
     where ended.event = 'ended' and ended.occurred_at < now() - make_interval(years => ${RETENTION.contactRevealYears}::int)
       and old.reveal_id = ended.reveal_id`.execute(db)
}
