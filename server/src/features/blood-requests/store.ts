import type { ClosedStatus } from '@blood-bank/contract/blood-requests/endpoints'
import type { RemovalReason } from '@blood-bank/contract/blood-requests/removals'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import type { Task } from 'graphile-worker'
import { type RawBuilder, sql } from 'kysely'
import { type Database, firstOrNull, type Transaction } from '../../platform/database/connection.ts'
import { enqueueJobs } from '../../platform/jobs/enqueue-jobs.ts'
import { isDueRequest } from './queries.ts'
import type { BloodRequestRow } from './tables.ts'

/** When an admin closed somebody's blood request, and why if they cancelled it. */
type ClosingByAdmin = { closedByAdminAt: Date; closingReason: RemovalReason | null }

/** Closes a blood request if it is still active, else returns null. Of concurrent calls, one closes it. */
export const closeBloodRequest = (
  db: Database,
  id: string,
  { status, now, byAdmin = null }: { status: ClosedStatus; now: Date; byAdmin?: ClosingByAdmin | null },
): Promise<BloodRequestRow | null> =>
  firstOrNull(
    db
      .updateTable('bloodRequests')
      .set({ status, closedAt: now, unconfirmedSince: null, hiddenAt: null, ...byAdmin })
      .where('id', '=', id)
      .where('status', '=', 'active')
      .returningAll(),
  )

/**
 * Locks a blood request: nobody can close or delete it, and with `for update` nobody can offer to donate for it. With `for no
 * key update` it can be changed.
 */
export async function lockBloodRequest(
  db: Database,
  id: string,
  strength: 'for share' | 'for no key update' | 'for update',
): Promise<BloodRequestRow | null> {
  const query = db.selectFrom('bloodRequests').selectAll().where('id', '=', id)
  if (strength === 'for share') return firstOrNull(query.forShare())
  return firstOrNull(strength === 'for update' ? query.forUpdate() : query.forNoKeyUpdate())
}

/** Locks the blood requests of a user, so that nobody can offer to donate for them, or undo a donation. */
export async function lockBloodRequestsOf(db: Database, userId: string): Promise<void> {
  await db
    .selectFrom('bloodRequests')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Deletes a blood request, and records when it was posted while that counts against its owner's limit.
 * @returns false when a concurrent call deleted it first
 */
export async function deleteBloodRequest(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`
    with deleted as (
      delete from blood_requests where id = ${id} returning user_id, requested_at
    ), recorded as (
      insert into deleted_posts (user_id, requested_at)
      select user_id, requested_at from deleted where requested_at > now() - interval '24 hours'
    )
    select user_id from deleted`.execute(db)
  return rows.length > 0
}

/** Lets posts of an earlier account of the same person count against the limit of a day. */
export async function restorePosts(db: Database, userId: string, times: string[]): Promise<void> {
  await sql`
    insert into deleted_posts (user_id, requested_at)
    select ${userId}, unnest(${times}::timestamptz[])`.execute(db)
}

/** Removes the deleted posts that no longer count against a limit. */
export async function removeOldDeletedPosts(db: Database): Promise<void> {
  await sql`delete from deleted_posts
     where requested_at < now() - make_interval(hours => ${RETENTION.deletedPostHours}::int)`.execute(db)
}

/** So many rows are updated well within the statement timeout. */
const HIDING_BATCH_SIZE = 500

/**
 * Hides the active blood requests of a suspended user from members, or ends that. Those that reports hide stay hidden until
 * an admin decides.
 */
export async function setBloodRequestsHidden(
  db: Transaction,
  userId: string,
  isHidden: boolean,
): Promise<void> {
  const outdated = isHidden ? sql`status = 'active' and not is_hidden` : sql`is_hidden`
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update blood_requests set is_hidden = ${isHidden} where id in (
        select id from blood_requests where user_id = ${userId} and ${outdated} limit ${HIDING_BATCH_SIZE})`.execute(
      db,
    )
    if (numAffectedRows < HIDING_BATCH_SIZE) return
  }
}

/**
 * Stores with what the owner of a blood request thanks the donors, and when they get it; null: they are not thanked. The
 * transaction has locked the request.
 */
export const setThankYouChoice = (
  db: Transaction,
  id: string,
  choice: Pick<BloodRequestRow, 'thankYou' | 'thankYouChosenAt' | 'thankYouDueAt'>,
): Promise<BloodRequestRow> =>
  db.updateTable('bloodRequests').set(choice).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/**
 * Locks the blood request whose thank-you has been due longest, and marks it as sent; null when none is due. One that
 * another transaction has locked is left to it.
 */
export async function takeDueThankYou(db: Transaction, now: Date): Promise<BloodRequestRow | null> {
  const due = await db
    .selectFrom('bloodRequests')
    .select('id')
    .where('thankYouDueAt', '<=', now)
    .orderBy('thankYouDueAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!due) return null
  return db
    .updateTable('bloodRequests')
    .set({ thankYouDueAt: null })
    .where('id', '=', due.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stops the alerts for a blood request because of reports, or lets them go on (null). The transaction has locked it. */
export async function setAlertsStoppedAt(
  db: Transaction,
  id: string,
  alertsStoppedAt: Date | null,
): Promise<void> {
  await db.updateTable('bloodRequests').set({ alertsStoppedAt }).where('id', '=', id).execute()
}

/** Hides a blood request from members because of reports, or shows it again (null). The transaction has locked it. */
export async function setHiddenAt(db: Transaction, id: string, hiddenAt: Date | null): Promise<void> {
  await db.updateTable('bloodRequests').set({ hiddenAt }).where('id', '=', id).execute()
}

/**
 * Locks the blood request that has been due longest for the planner, and its owner; null when none is due. Two requests of
 * one owner are not planned at once, because the donors asked for a requester are counted over all their requests.
 * What another transaction has locked is left to it, or planned the next time.
 */
export async function lockDueBloodRequest(db: Database, now: Date): Promise<BloodRequestRow | null> {
  const { rows } = await sql<BloodRequestRow>`
    select blood_requests.* from blood_requests join users on users.id = user_id
     where ${isDueRequest(now)}
     order by next_wave_at limit 1
       for no key update of blood_requests skip locked for no key update of users skip locked`.execute(db)
  return rows[0] ?? null
}

/** Marks a blood request whose owner is asked whether blood is still needed. It is not planned any more. */
export async function markUnconfirmed(db: Database, id: string, unconfirmedSince: Date): Promise<void> {
  await db
    .updateTable('bloodRequests')
    .set({ unconfirmedSince, nextWaveAt: null })
    .where('id', '=', id)
    .execute()
}

/**
 * Records that the owner of an active blood request needs blood still, and makes it due for the planner. A "Needed
 * by" that has passed is removed.
 * @returns null when the request is closed or deleted
 */
export const confirmBloodRequest = (db: Database, id: string, now: Date): Promise<BloodRequestRow | null> =>
  firstOrNull(
    db
      .updateTable('bloodRequests')
      .set({
        confirmedAt: now,
        unconfirmedSince: null,
        neededBy: sql`case when needed_by > ${now} then needed_by end`,
        nextWaveAt: now,
      })
      .where('id', '=', id)
      .where('status', '=', 'active')
      .returningAll(),
  )

/**
 * Sets when a blood request is planned next; null: not before something about it changes.
 * @param search when donors were looked for, and since when none may be asked; null if they were not looked for
 */
export async function scheduleWave(
  db: Database,
  id: string,
  nextWaveAt: Date | null,
  search: Pick<BloodRequestRow, 'soughtAt' | 'heldBackAt'> | null = null,
): Promise<void> {
  await db
    .updateTable('bloodRequests')
    .set({ nextWaveAt, ...search })
    .where('id', '=', id)
    .execute()
}

/**
 * Records that an admin found a blood request real, and makes it due for the planner if it is held back.
 * @returns null if it was cancelled, or found real before
 */
export const setFoundReal = (db: Transaction, id: string, now: Date): Promise<BloodRequestRow | null> =>
  firstOrNull(
    db
      .updateTable('bloodRequests')
      .set({
        foundRealAt: now,
        heldBackAt: null,
        nextWaveAt: sql`case when held_back_at is null then next_wave_at else ${now} end`,
      })
      .where('id', '=', id)
      .where('status', '<>', 'cancelled')
      .where('foundRealAt', 'is', null)
      .returningAll(),
  )

/**
 * Makes a blood request due for the planner, if donors were looked for before; a statement, or a part of one. It writes one that
 * is due already, too, and so waits for the planner, which may have counted the answers already and sets a later time.
 */
export const makeRequestDue = ({ id, now }: { id: string | RawBuilder<unknown>; now: Date }) => sql`
  update blood_requests set next_wave_at = least(next_wave_at, ${now})
   where id = ${id} and status = 'active' and confirmed_at is not null and unconfirmed_since is null
     and sought_at is not null`

/** The job that plans a blood request again. */
export const REPLAN = 'look-at-blood-request'

/**
 * Has blood requests planned again, because somebody has offered, withdrawn or declined. It is a job and not
 * a change in the caller's transaction, which has locked offers already: blood requests are locked before offers.
 */
export async function replan(db: Database, bloodRequestIds: readonly string[]): Promise<void> {
  await enqueueJobs(
    db,
    REPLAN,
    bloodRequestIds.map(id => ({ payload: { id }, key: `${REPLAN} ${id}` })),
  )
}

/** The job of `replan`, by its name. */
export const replanJob = (db: Database, now: () => Date): Record<string, Task> => ({
  [REPLAN]: async payload => {
    const { id } = payload as { id: string }
    await makeRequestDue({ id, now: now() }).execute(db)
  },
})
