import type { Page } from '@blood-bank/contract/listing'
import type { RevealOccasion } from '@blood-bank/contract/offers/contact-reveals'
import { sql } from 'kysely'
import { accountsOfPerson } from '../../../identity/mailboxes/mailbox.ts'
import type { Database } from '../../../platform/database/connection.ts'
import { pageOf, readCursor } from '../../../platform/database/listing.ts'

/** A reveal, joined from its two entries. */
export type RevealRow = {
  revealId: string
  occasion: RevealOccasion
  bloodRequestId: string | null
  beganAt: Date
  endedAt: Date | null
}

const reveals = (db: Database) =>
  db
    .selectFrom('contactReveals as began')
    .leftJoin('contactReveals as ended', join =>
      join.onRef('ended.revealId', '=', 'began.revealId').on('ended.event', '=', 'ended'),
    )
    .where('began.event', '=', 'began')
    .select([
      'began.revealId',
      'began.occasion',
      'began.bloodRequestId',
      'began.occurredAt as beganAt',
      'ended.occurredAt as endedAt',
    ])

/** Reads one page of the reveals of a person's number, the newest first. */
export async function listRevealsOfOwner(
  db: Database,
  ownerId: string,
  { limit, after, hasEnded }: { limit: number; after?: string | undefined; hasEnded?: boolean | undefined },
): Promise<Page<RevealRow>> {
  const cursor = readCursor(after, 'time', 'id')
  const rows = await reveals(db)
    .where('began.ownerId', '=', ownerId)
    .$if(hasEnded !== undefined, rest => rest.where('ended.revealId', hasEnded ? 'is not' : 'is', null))
    .$if(cursor !== null, rest =>
      rest.where(
        sql<boolean>`(began.occurred_at, began.reveal_id) < (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`,
      ),
    )
    .orderBy('began.occurredAt', 'desc')
    .orderBy('began.revealId', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit, row => [row.beganAt.toISOString(), row.revealId])
}

/** Who has looked at a person's number, and when, the latest first, up to a limit. */
export const listRevealsToOthers = (
  db: Database,
  ownerId: string,
  limit: number,
): Promise<{ occurredAt: Date; viewerId: string | null }[]> =>
  db
    .selectFrom('contactReveals')
    .select(['occurredAt', 'viewerId'])
    .where('ownerId', '=', ownerId)
    .where('event', '=', 'began')
    .orderBy('occurredAt', 'desc')
    .limit(limit)
    .execute()

/**
 * Lists the reveals of a person's number, and those of other people's numbers to the person, for the account export.
 * @param ownerIds of the user, and of what a list says about them
 */
export const listRevealsOf = async (
  db: Database,
  userId: string,
  ownerIds: string[],
): Promise<{ ofOwnNumber: RevealRow[]; toThePerson: RevealRow[] }> => ({
  ofOwnNumber: await reveals(db).where('began.ownerId', 'in', ownerIds).orderBy('began.occurredAt').execute(),
  toThePerson: await reveals(db).where('began.viewerId', '=', userId).orderBy('began.occurredAt').execute(),
})

/** When numbers were revealed to an admin, with any of their accounts, since a time, the latest first, up to a limit. */
export const listLatestReveals = (
  db: Database,
  viewerId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<{ occurredAt: Date }[]> =>
  db
    .selectFrom('contactReveals')
    .select('occurredAt')
    .where('viewerId', 'in', accountsOfPerson(viewerId))
    .where('occasion', '=', 'admin')
    .where('event', '=', 'began')
    .where('occurredAt', '>', since)
    .orderBy('occurredAt', 'desc')
    .limit(limit)
    .execute()

/** Finds to whom a number was revealed; null when they have erased their account. */
export async function findViewerOf(db: Database, revealId: string): Promise<string | null> {
  const began = await db
    .selectFrom('contactReveals')
    .select('viewerId')
    .where('revealId', '=', revealId)
    .where('event', '=', 'began')
    .executeTakeFirst()
  return began?.viewerId ?? null
}
