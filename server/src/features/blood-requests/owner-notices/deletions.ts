import type { RemovalReason } from '@blood-bank/contract/blood-requests/removals'
import { DAY_MS } from '@blood-bank/contract/durations'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import type { Selectable } from 'kysely'
import { type Database, firstOrNull, type Transaction } from '../../../platform/database/connection.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import type { BloodRequestRow } from '../tables.ts'

export type RequestDeletionRow = Selectable<Schema['requestDeletions']>

type Removal = { reason: RemovalReason; now: Date }

/** Records for the owner of a blood request that an admin deletes it. The transaction has locked the owner. */
export const insertDeletion = (
  db: Transaction,
  { userId, requiredBloodGroup, component, requestedAt }: BloodRequestRow,
  { reason, now }: Removal,
): Promise<RequestDeletionRow> =>
  db
    .insertInto('requestDeletions')
    .values({ userId, requiredBloodGroup, component, requestedAt, deletedAt: now, reason })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Finds a deletion that its owner has not read yet. */
export const findDeletion = (db: Database, id: string): Promise<RequestDeletionRow | null> =>
  firstOrNull(db.selectFrom('requestDeletions').selectAll().where('id', '=', id))

/** Lists the deletions of a user's blood requests, the latest first. */
export const listDeletionsOf = (
  db: Database,
  userId: string,
  { limit }: { limit?: number } = {},
): Promise<RequestDeletionRow[]> =>
  db
    .selectFrom('requestDeletions')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('deletedAt', 'desc')
    .$if(limit !== undefined, query => query.limit(limit ?? 0))
    .execute()

/** Deletes what remains of a blood request of a user, who has read it. */
export async function removeDeletion(
  db: Database,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await db.deleteFrom('requestDeletions').where('id', '=', id).where('userId', '=', userId).execute()
}

/** Deletes what remains of blood requests whose owners do not come to read it. */
export async function removeOldDeletions(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION.requestDeletionDays * DAY_MS)
  await db.deleteFrom('requestDeletions').where('deletedAt', '<', before).execute()
}
