import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type Database, firstOrNull } from '../../../platform/database/connection.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import type { BloodRequestRow } from '../tables.ts'

export type SharePageRow = Selectable<Schema['sharePages']>

/**
 * Makes a public page for an active blood request. If it has one, that is returned. The lock makes a concurrent deletion of
 * the request wait.
 * @returns null when the request is closed or deleted
 */
export async function createSharePage(db: Database, bloodRequestId: string): Promise<SharePageRow | null> {
  const { rows } = await sql<SharePageRow>`
    insert into share_pages (code, blood_request_id)
    select ${createShareCode()}, id from blood_requests
     where id = ${bloodRequestId} and status = 'active' for key share
        on conflict (blood_request_id) do update set blood_request_id = excluded.blood_request_id
    returning *`.execute(db)
  return rows[0] ?? null
}

export const findSharePage = (db: Database, bloodRequestId: string): Promise<SharePageRow | null> =>
  firstOrNull(db.selectFrom('sharePages').selectAll().where('bloodRequestId', '=', bloodRequestId))

export async function deleteSharePage(db: Database, bloodRequestId: string): Promise<void> {
  await db.deleteFrom('sharePages').where('bloodRequestId', '=', bloodRequestId).execute()
}

/** The public pages of a user's blood requests, in the order of their making. */
export const listSharePagesOfUser = (db: Database, userId: string): Promise<SharePageRow[]> =>
  db
    .selectFrom('sharePages')
    .innerJoin('bloodRequests', 'bloodRequests.id', 'sharePages.bloodRequestId')
    .selectAll('sharePages')
    .where('bloodRequests.userId', '=', userId)
    .orderBy('sharePages.createdAt')
    .execute()

/** Finds the blood request of a public page; null when it is hidden or its owner is suspended, too. */
export const findSharedBloodRequest = (db: Database, code: string): Promise<BloodRequestRow | null> =>
  firstOrNull(
    db
      .selectFrom('sharePages')
      .innerJoin('bloodRequests', 'bloodRequests.id', 'sharePages.bloodRequestId')
      .innerJoin('users', 'users.id', 'bloodRequests.userId')
      .selectAll('bloodRequests')
      .where('code', '=', code)
      .where('bloodRequests.isHidden', '=', false)
      .where('bloodRequests.hiddenAt', 'is', null)
      .where('users.suspendedAt', 'is', null),
  )

/** Without letters that look like digits, as somebody may type a code from a poster. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Five bits each: 130 bits cannot be guessed. */
const LENGTH = 26

const createShareCode = (): string =>
  Array.from(randomBytes(LENGTH), byte => ALPHABET[byte % ALPHABET.length]).join('')

export const isShareCode = (text: string): boolean => /^[0-9a-z]{26}$/.test(text)
