import type { DonorForm } from '@blood-bank/contract/donors'
import type { User } from '@blood-bank/contract/users'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { DonorRow } from './tables.ts'

/** Registers a user as a donor; null when they are one already. Of concurrent calls, one inserts the row. */
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

/**
 * Updates the fields that a donor edits. A change of the blood group withdraws the verification: an admin has verified
 * another group.
 */
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

/** Hides a user's donor profile from members, or shows it again. */
export async function setDonorHidden(db: Database, userId: string, isHidden: boolean): Promise<void> {
  await db.updateTable('donors').set({ isHidden }).where('userId', '=', userId).execute()
}

/** Locks the donor profile of a user; null when they have none. */
export async function lockDonorOfUser(
  db: Database,
  userId: string,
  strength: 'for share' | 'for update',
): Promise<DonorRow | null> {
  const query = db.selectFrom('donors').selectAll().where('userId', '=', userId)
  const row = await (strength === 'for share' ? query.forShare() : query.forUpdate()).executeTakeFirst()
  return row ?? null
}

/** Sets the day of a donor's last recorded donation; null when none is recorded. */
export async function setRecordedDonationDate(
  db: Database,
  userId: string,
  date: string | null,
): Promise<void> {
  await db.updateTable('donors').set({ recordedDonationDate: date }).where('userId', '=', userId).execute()
}

type AdminFields = { isVerified: boolean } | { isProfileActive: boolean }

/** Locks a donor for a change that depends on the current state; null when the donor no longer exists. */
export async function lockDonor(db: Database, id: string): Promise<DonorRow | null> {
  const row = await db.selectFrom('donors').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ?? null
}

/** Sets the fields that only admins edit. */
export async function setAdminFields(db: Database, id: string, fields: AdminFields): Promise<DonorRow> {
  return db.updateTable('donors').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}
