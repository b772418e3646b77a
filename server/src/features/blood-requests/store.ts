import type { ClosedStatus } from '@blood-bank/contract/blood-requests'
import type { CountedPage } from '@blood-bank/contract/paging'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { withTotal } from '../../platform/database/counted-page.ts'
import { pageOf, readCursor } from '../../platform/database/cursor.ts'
import { countMatching } from '../../platform/database/listing.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { IS_LISTED } from './queries.ts'

export type BloodRequestRow = Selectable<Schema['bloodRequests']>

type Paging = { limit: number; after?: string | undefined }

/** What its owner is told of it. */
export type PostedBloodRequest = Omit<BloodRequestRow, 'idempotencyKey' | 'isHidden' | 'searchText'>

export async function findBloodRequest(db: Database, id: string): Promise<BloodRequestRow | null> {
  const row = await db.selectFrom('bloodRequests').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export const listActiveBloodRequests = (db: Database, paging: Paging) => newestFirst(active(db), paging)

export const listBloodRequestsOfUser = (db: Database, userId: string, paging: Paging) =>
  newestFirst(ofUser(db, userId), paging)

const active = (db: Database) => db.selectFrom('bloodRequests').where(IS_LISTED)
const ofUser = (db: Database, userId: string) => db.selectFrom('bloodRequests').where('userId', '=', userId)

/** A page of the requests that a query finds, with how many it finds on all pages. */
async function newestFirst(
  query: SelectQueryBuilder<Schema, 'bloodRequests', object>,
  { limit, after }: Paging,
): Promise<CountedPage<BloodRequestRow>> {
  const cursor = readCursor(after, 'time', 'id')
  const rows = await query
    .selectAll()
    .$if(cursor !== null, rest =>
      rest.where(sql<boolean>`(requested_at, id) < (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`),
    )
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit, row => [row.requestedAt.toISOString(), row.id])
  return withTotal(page, { after, count: () => countMatching(query) })
}

/** Closes a request if it is active still, else null: of many at once one wins. */
export async function closeBloodRequest(
  db: Database,
  id: string,
  status: ClosedStatus,
): Promise<BloodRequestRow | null> {
  const row = await db
    .updateTable('bloodRequests')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Deletes a request, and notes when it was posted for as long as that counts against its owner's limit.
 * @returns false when somebody else deleted it first
 */
export async function deleteBloodRequest(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`
    with deleted as (
      delete from blood_requests where id = ${id} returning user_id, requested_at
    ), noted as (
      insert into deleted_posts (user_id, requested_at)
      select user_id, requested_at from deleted where requested_at > now() - interval '24 hours'
    )
    select user_id from deleted`.execute(db)
  return rows.length > 0
}

/** When the requests were posted that their owner posted and deleted within the last 24 hours, newest first. */
export const listDeletedPosts = (db: Database, userId: string): Promise<{ requestedAt: Date }[]> =>
  db
    .selectFrom('deletedPosts')
    .select('requestedAt')
    .where('userId', '=', userId)
    .orderBy('requestedAt', 'desc')
    .execute()

/** What counts against nobody's limit any more. */
export async function removeOldDeletedPosts(db: Database): Promise<void> {
  await sql`delete from deleted_posts where requested_at < now() - interval '24 hours'`.execute(db)
}

/** So many as are written well within the time that a statement has. */
const HIDDEN_AT_ONCE = 500

/** Hides the active requests of a user from members, or shows again what was hidden. Give a transaction. */
export async function setBloodRequestsHidden(db: Database, userId: string, isHidden: boolean): Promise<void> {
  const outdated = isHidden ? IS_LISTED : sql`is_hidden`
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update blood_requests set is_hidden = ${isHidden} where id in (
        select id from blood_requests where user_id = ${userId} and ${outdated} limit ${HIDDEN_AT_ONCE})`.execute(
      db,
    )
    if (numAffectedRows < HIDDEN_AT_ONCE) return
  }
}
