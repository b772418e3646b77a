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
