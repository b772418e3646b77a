import type { Closing } from '@blood-bank/contract/blood-requests'
import type { Page } from '@blood-bank/contract/paging'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../database/connection.ts'
import { pageOf, readCursor } from '../../database/cursor.ts'
import type { Schema } from '../../database/schema.ts'

export type BloodRequestRow = Selectable<Schema['bloodRequests']>

type Paging = { limit: number; after?: string | undefined }

/** What its owner is told of it. */
export type PostedBloodRequest = Omit<BloodRequestRow, 'idempotencyKey' | 'searchText'>

export async function findBloodRequest(db: Database, id: string): Promise<BloodRequestRow | null> {
  const row = await db.selectFrom('bloodRequests').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export const listActiveBloodRequests = (db: Database, paging: Paging) =>
  newestFirst(db.selectFrom('bloodRequests').selectAll().where('status', '=', 'active'), paging)

export const listBloodRequestsOfUser = (db: Database, userId: string, paging: Paging) =>
  newestFirst(db.selectFrom('bloodRequests').selectAll().where('userId', '=', userId), paging)

/** All of them at once, newest first; for their owner to take along. */
export const listAllBloodRequestsOfUser = (db: Database, userId: string): Promise<BloodRequestRow[]> =>
  db
    .selectFrom('bloodRequests')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

type Rows = SelectQueryBuilder<Schema, 'bloodRequests', BloodRequestRow>

async function newestFirst(query: Rows, { limit, after }: Paging): Promise<Page<BloodRequestRow>> {
  const cursor = readCursor(after, 'time', 'id')
  const rows = await query
    .$if(cursor !== null, rest =>
      rest.where(sql<boolean>`(requested_at, id) < (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`),
    )
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit, row => [row.requestedAt.toISOString(), row.id])
}

/** Closes a request if it is active still, else null: of many at once one wins. */
export async function closeBloodRequest(
  db: Database,
  id: string,
  status: Closing,
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

/** @returns false when somebody else deleted it first */
export async function deleteBloodRequest(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('bloodRequests').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
