import type { BloodGroup } from '@blood-bank/contract/blood-groups'
import type { DonorForm } from '@blood-bank/contract/donors'
import type { CountedPage } from '@blood-bank/contract/paging'
import type { User } from '@blood-bank/contract/users'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { withTotal } from '../../platform/database/counted-page.ts'
import { pageOf, readCursor } from '../../platform/database/cursor.ts'
import { countMatching } from '../../platform/database/listing.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { IS_SEARCHABLE } from './queries.ts'

export type DonorRow = Selectable<Schema['donors']>

/** Registers a person as a donor, or null when they are one: of many at once the first stays. */
export async function insertDonor(
  db: Database,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
  form: DonorForm,
): Promise<DonorRow | null> {
  const row = await db
    .insertInto('donors')
    .values({ userId, email, ...form })
    .onConflict(conflict => conflict.column('userId').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function findDonorOfUser(db: Database, userId: string): Promise<DonorRow | null> {
  const row = await db.selectFrom('donors').selectAll().where('userId', '=', userId).executeTakeFirst()
  return row ?? null
}

/** Saves a donor's own fields. A donor of another blood group than the one that was verified is Not Verified. */
export async function updateDonorOfUser(
  db: Database,
  userId: string,
  form: DonorForm,
): Promise<DonorRow | null> {
  const row = await db
    .updateTable('donors')
    .set({ ...form, isVerified: sql<boolean>`is_verified and blood_group = ${form.bloodGroup}` })
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Hides the donor profile of a user from members, or shows it again. */
export async function setDonorHidden(db: Database, userId: string, isHidden: boolean): Promise<void> {
  await db.updateTable('donors').set({ isHidden }).where('userId', '=', userId).execute()
}

type Search = { bloodGroup: BloodGroup; limit: number; after?: string | undefined }

const searchable = (db: Database, bloodGroup: BloodGroup) =>
  db.selectFrom('donors').where('bloodGroup', '=', bloodGroup).where(IS_SEARCHABLE)

/** A page of what a search finds; verified ones first, then the newest. */
export async function searchDonors(
  db: Database,
  { bloodGroup, limit, after }: Search,
): Promise<CountedPage<DonorRow>> {
  const cursor = readCursor(after, 'boolean', 'time', 'id')
  const found = searchable(db, bloodGroup)
  let query = found.selectAll()
  if (cursor) {
    const [isVerified, registeredAt, id] = cursor
    query = query.where(
      sql<boolean>`(is_verified, registered_at, id) < (${isVerified}::boolean, ${registeredAt}::timestamptz, ${id}::uuid)`,
    )
  }
  const rows = await query
    .orderBy('isVerified', 'desc')
    .orderBy('registeredAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit, row => [row.isVerified, row.registeredAt.toISOString(), row.id])
  return withTotal(page, { after, count: () => countMatching(found) })
}
