import type { Component } from '@blood-bank/contract/donors/components'
import type { EligibilityDay, LastDonations } from '@blood-bank/contract/donors/eligibility'
import type { DonorChangeForm, DonorForm } from '@blood-bank/contract/donors/profile'
import { changesWhatWasVerified } from '@blood-bank/contract/donors/verifications'
import type { User } from '@blood-bank/contract/users/endpoints'
import { sql } from 'kysely'
import { type Database, firstOrNull, type Transaction } from '../../platform/database/connection.ts'
import { canDonate, isSearchableDonor } from './queries.ts'
import type { DonorRow } from './tables.ts'

/** Registers a user as a donor; null when they are one already. Of concurrent calls, one inserts the row. */
export const insertDonor = (
  db: Database,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
  form: DonorForm,
): Promise<DonorRow | null> =>
  firstOrNull(
    db
      .insertInto('donors')
      .values({ userId, email, ...form })
      .onConflict(conflict => conflict.column('userId').doNothing())
      .returningAll(),
  )

/**
 * Updates the fields that a donor edits. A change of what an admin has verified withdraws the verification.
 * @returns the donor before and after it; null without a profile
 */
export async function updateDonorOfUser(
  db: Transaction,
  userId: string,
  toForm: (before: DonorRow) => DonorChangeForm,
): Promise<{ before: DonorRow; after: DonorRow } | null> {
  const before = await lockDonorOfUser(db, userId, 'for update')
  if (!before) return null
  const form = toForm(before)
  const after = await db
    .updateTable('donors')
    .set({ ...form, ...(changesWhatWasVerified(before, form) && NOT_VERIFIED) })
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { before, after }
}

const NOT_VERIFIED = { isVerified: false, verificationChangedAt: null }

/** Records that a donor was on an imported list. */
export async function setImported(db: Database, userId: string): Promise<void> {
  await db.updateTable('donors').set({ isImported: true }).where('userId', '=', userId).execute()
}

/** Makes a new donor profile inactive, as an admin did with that of an earlier account of the person. */
export async function setDeactivatedAt(db: Database, userId: string, deactivatedAt: Date): Promise<void> {
  await db
    .updateTable('donors')
    .set({ isProfileActive: false, activationChangedAt: deactivatedAt })
    .where('userId', '=', userId)
    .execute()
}

/** Sets whether a donor is available to donate; null without a profile. */
export const setAvailability = (
  db: Database,
  userId: string,
  isAvailable: boolean,
): Promise<DonorRow | null> =>
  firstOrNull(db.updateTable('donors').set({ isAvailable }).where('userId', '=', userId).returningAll())

/** Sets the day before which a donor asks not to be asked, or that there is none; null without a profile. */
export const setRest = (db: Database, userId: string, restsUntil: string | null): Promise<DonorRow | null> =>
  firstOrNull(db.updateTable('donors').set({ restsUntil }).where('userId', '=', userId).returningAll())

/** Sets the hall of a donor, or that there is none; null without a profile. */
export const setHall = (db: Transaction, userId: string, hallId: string | null): Promise<DonorRow | null> =>
  firstOrNull(db.updateTable('donors').set({ hallId }).where('userId', '=', userId).returningAll())

/** Leaves the donors of a hall without one. They are locked in the order of `lockDonors`. */
export async function clearHall(db: Transaction, hallId: string): Promise<void> {
  await sql`
    with residents as materialized (
      select id from donors where hall_id = ${hallId} order by user_id for no key update
    )
    update donors set hall_id = null where id = any (array(select id from residents))`.execute(db)
}

/** Hides a user's donor profile from members, or shows it again. */
export async function setDonorHidden(db: Database, userId: string, isHidden: boolean): Promise<void> {
  await db.updateTable('donors').set({ isHidden }).where('userId', '=', userId).execute()
}

/** Lets a donor rest until a day at least. */
export async function extendRest(db: Database, userId: string, until: string): Promise<void> {
  await sql`
    update donors set rests_until = greatest(rests_until, ${until}::date) where user_id = ${userId}`.execute(
    db,
  )
}

/** Ends the rest of a donor if it lasts until this very day. */
export async function endRest(db: Database, userId: string, until: string): Promise<void> {
  await db
    .updateTable('donors')
    .set({ restsUntil: null })
    .where('userId', '=', userId)
    .where('restsUntil', '=', until)
    .execute()
}

/** Locks the donor profile of a user; null when they have none. */
export async function lockDonorOfUser(
  db: Database,
  userId: string,
  strength: 'for share' | 'for update',
): Promise<DonorRow | null> {
  const query = db.selectFrom('donors').selectAll().where('userId', '=', userId)
  return firstOrNull(strength === 'for share' ? query.forShare() : query.forUpdate())
}

/** Sets the days of a donor's last recorded donations; null of what none is recorded. */
export async function setRecordedDates(db: Database, userId: string, last: LastDonations): Promise<void> {
  const { blood: recordedDonationDate, 'apheresis-platelets': recordedPlateletsDate } = last
  const dates = { recordedDonationDate, recordedPlateletsDate }
  await db.updateTable('donors').set(dates).where('userId', '=', userId).execute()
}

/** Locks a donor for a change that depends on the current state; null when the donor no longer exists. */
export const lockDonor = (db: Database, id: string): Promise<DonorRow | null> =>
  firstOrNull(db.selectFrom('donors').selectAll().where('id', '=', id).forUpdate())

/**
 * Locks donors for a change that depends on their current state, without those who no longer exist. They are locked in
 * the same order as donors who are about to be alerted, so that neither waits for the other.
 */
export const lockDonors = (db: Database, ids: string[]): Promise<DonorRow[]> =>
  db
    .selectFrom('donors')
    .selectAll()
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .orderBy('userId')
    .forUpdate()
    .execute()

/** The flags of a donor that an admin sets, and when an admin last changed each. */
const FLAG_COLUMNS = {
  isVerified: { flag: 'is_verified', changedAt: 'verification_changed_at' },
  isProfileActive: { flag: 'is_profile_active', changedAt: 'activation_changed_at' },
} as const
export type Flag = keyof typeof FLAG_COLUMNS

/** Sets a flag of donors, without the time for those whose earlier change is undone by it. */
export async function setFlag(
  db: Database,
  flag: Flag,
  { ids, value, undoneIds, now }: { ids: string[]; value: boolean; undoneIds: string[]; now: Date },
): Promise<DonorRow[]> {
  const column = FLAG_COLUMNS[flag]
  const { rows } = await sql<DonorRow>`
    update donors
       set ${sql.ref(column.flag)} = ${value},
           ${sql.ref(column.changedAt)} = case when id = any (${undoneIds}::uuid[]) then null else ${now}::timestamptz end
     where id = any (${ids}::uuid[])
    returning *`.execute(db)
  return rows
}

/**
 * Locks donors who are about to be alerted, without those who became unavailable, rest or may not be alerted any more. Donors are
 * locked in one order, so that two planners do not wait for each other. A donor whose account another transaction has
 * locked, because it is being erased or suspended, is left out.
 * @returns the locked donors
 */
export async function lockDonorsToAlert(
  db: Database,
  userIds: string[],
  { component, day, now }: { component: Component; day: EligibilityDay; now: Date },
): Promise<Pick<DonorRow, 'userId' | 'email'>[]> {
  const { rows } = await sql<Pick<DonorRow, 'userId' | 'email'>>`
    with present as materialized (
      select id from users where id = any (${userIds}::uuid[]) order by id for key share skip locked
    )
    select user_id, email from donors
     where user_id = any (array(select id from present)) and alerts_from <= ${now} and ${isSearchableDonor()}
       and ${canDonate(component, day)}
     order by user_id for no key update`.execute(db)
  return rows
}

/** Sets from when on donors may be alerted. `alertsFrom` is a time as PostgreSQL writes it. */
export async function setAlertTimes(
  db: Database,
  donors: { userId: string; alertsFrom: string }[],
  { alertedAt = null }: { alertedAt?: Date | null } = {},
): Promise<void> {
  await sql`
    update donors
       set alerts_from = allowed.alerts_from,
           last_alerted_at = coalesce(${alertedAt}, last_alerted_at),
           alert_order = case when ${alertedAt}::timestamptz is null then alert_order else random() end
      from unnest(${donors.map(({ userId }) => userId)}::uuid[],
                  ${donors.map(({ alertsFrom }) => alertsFrom)}::timestamptz[]) as allowed (user_id, alerts_from)
     where donors.user_id = allowed.user_id`.execute(db)
}
