import { DAY_MS } from '@blood-bank/contract/durations'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import type { Coordination, User } from '@blood-bank/contract/users/endpoints'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { calendarDate } from '../../platform/clock/local-time.ts'
import {
  type Database,
  firstOrNull,
  inTransaction,
  type Transaction,
} from '../../platform/database/connection.ts'
import { type Addressing, enqueueNotices, hashOf } from '../../platform/mail/outbox.ts'
import type { CoordinatorRow } from './tables.ts'

export type CoordinatorMailKind = 'coordinator-named' | 'coordinator-ends-soon' | 'coordinator-ended'

declare module '../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<CoordinatorMailKind, unknown> {}
}

/** How long before the end coordinators are told of it; of a shorter right when half of it is over. */
const NOTICE_MS = 14 * DAY_MS

/** The last day of a right, which ends with it. */
const lastDayOf = (endsAt: Date, timeZone: string) => calendarDate(new Date(endsAt.getTime() - 1), timeZone)

/** A right that has not ended, for admins and for the coordinator. */
export const coordinationForReading = (
  { hallId, endsAt }: Pick<CoordinatorRow, 'hallId' | 'endsAt'>,
  timeZone: string,
): Coordination => ({ hallId, until: lastDayOf(endsAt, timeZone) })

/** Finds who of the users is a coordinator, by user. */
export async function findCoordinators(
  db: Database,
  userIds: string[],
  now: Date,
): Promise<Map<string, CoordinatorRow>> {
  const rows = await db
    .selectFrom('coordinators')
    .selectAll()
    .where('userId', '=', sql<string>`any (${userIds}::uuid[])`)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', now)
    .execute()
  return new Map(rows.map(row => [row.userId, row]))
}

const callersFrom = (now: Date) => sql`
  users left join coordinators
    on coordinators.user_id = users.id and coordinators.ended_at is null and coordinators.ends_at > ${now}
   where suspended_at is null and email_verified and (role = 'admin' or coordinators.user_id is not null)`

/**
 * Who can call donors: coordinators whose right has not ended, and admins. `hall_id` is null for all halls. The users are read
 * once, not for each donor that they are joined with.
 */
export const donorCallers = (now: Date) => sql`(
  with callers as materialized (select users.id, email, role, coordinators.hall_id from ${callersFrom(now)})
  select * from callers)`

/** Whether a user is one of them. */
export const isDonorCaller = (userId: RawBuilder<unknown>, now: Date) =>
  sql<SqlBool>`exists (select from ${callersFrom(now)} and users.id = ${userId})`

/** Locks the row of a user, before the hall of a new right is. */
export async function lockCoordinator(db: Transaction, userId: string): Promise<void> {
  await db.selectFrom('coordinators').select('userId').where('userId', '=', userId).forUpdate().execute()
}

/** What is stored of a user's right, also after it has ended. */
export const findCoordinatorRow = (db: Database, userId: string): Promise<CoordinatorRow | null> =>
  firstOrNull(db.selectFrom('coordinators').selectAll().where('userId', '=', userId))

/**
 * Announces the ends that are near, ends the rights whose last day is over, so that open pages hear of it, and removes those
 * that ended long ago. Each is told once, even if several servers run this concurrently.
 */
export async function endDueCoordinators(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async db => {
    const ended = await sql<Told>`
      update coordinators set ended_at = ${now} from users
       where users.id = user_id and ended_at is null and ends_at <= ${now} returning user_id as id, email`.execute(
      db,
    )
    await tellCoordinators(db, 'coordinator-ended', ended.rows, null)
    const announced = await sql<Told>`
      update coordinators set end_announced_at = ${now} from users
       where users.id = user_id and ended_at is null and end_announced_at is null
         and ends_at - least(${NOTICE_MS}::float8 * interval '1 millisecond', (ends_at - named_at) / 2) <= ${now}
      returning user_id as id, email`.execute(db)
    await tellCoordinators(db, 'coordinator-ends-soon', announced.rows, null)
  })
  const before = new Date(now.getTime() - RETENTION.endedCoordinatorDays * DAY_MS)
  await db.deleteFrom('coordinators').where('endedAt', '<', before).execute()
}

type Told = Pick<User, 'id' | 'email'>

/** Who is named and ended at once gets only the last of the mails. */
export async function tellCoordinators(
  db: Transaction,
  kind: CoordinatorMailKind,
  users: Told[],
  causedBy: string | null,
) {
  const mails = users.map(
    ({ id, email }): Addressing => ({
      recipient: email,
      aboutUserId: id,
      key: hashOf('coordinator', id),
    }),
  )
  await enqueueNotices(db, kind, mails, { causedBy })
}
