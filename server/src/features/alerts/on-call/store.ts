import { ON_CALL_UNTIL } from '@blood-bank/contract/alerts/on-call'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { type SqlBool, sql } from 'kysely'
import type { Config } from '../../../config.ts'
import { isDonorCaller } from '../../../identity/coordinators/store.ts'
import { calendarDate, timeOfLocal } from '../../../platform/clock/local-time.ts'
import { type Database, firstOrNull } from '../../../platform/database/connection.ts'
import { isListedRequest } from '../../blood-requests/queries.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import { findNames } from '../../kept-donors/queries.ts'
import { isWaitingRequest, overdueBefore } from '../waiting.ts'
import type { OnCallRow } from './tables.ts'

/** Whether a row of `coordinators_on_call` is of somebody who is on call, and still a coordinator or an admin. */
export const isOnCall = (now: Date) => sql<SqlBool>`(
  coordinators_on_call.ended_at is null and coordinators_on_call.ends_at > ${now}
  and ${isDonorCaller(sql.ref('coordinatorsOnCall.userId'), now)})`

/** The next time at which being on call ends by itself. */
export function nextMorning(now: Date, timeZone: string): Date {
  const today = calendarDate(now, timeZone)
  const [first, second] = [today, addDays(today, 1)].map(day =>
    timeOfLocal(`${day}T${ON_CALL_UNTIL}`, timeZone),
  ) as [Date, Date]
  return first > now ? first : second
}

/** What is stored of a user, also after it has ended. */
export const findOnCallRow = (db: Database, userId: string): Promise<OnCallRow | null> =>
  firstOrNull(db.selectFrom('coordinatorsOnCall').selectAll().where('userId', '=', userId))

/** Finds a user who is on call. */
export const findOnCall = (db: Database, userId: string, now: Date): Promise<OnCallRow | null> =>
  firstOrNull(
    db.selectFrom('coordinatorsOnCall').selectAll().where('userId', '=', userId).where(isOnCall(now)),
  )

export type SiteTime = { now: Date; site: Pick<Config, 'hotlineAfterMinutes' | 'alertPolicy'> }

/**
 * The condition on `blood_requests` for those of which people on call are told: urgent ones that have waited, that
 * three members have not reported, and whose owner is not asked yet whether blood is still needed (`neededUntil`).
 */
export const isForOnCall = ({ now, site }: SiteTime) => sql<SqlBool>`(
  urgency = 'urgent' and ${isListedRequest()} and alerts_stopped_at is null
  and (component = 'apheresis-platelets' or requested_at <= ${overdueBefore(now, site)})
  and coalesce(needed_by > ${now}, coalesce(confirmed_at, requested_at) > ${hoursBefore(now, site.alertPolicy.neededHours.urgent)})
  and ${isWaitingRequest(now)})`

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * HOUR_MS)

/** Finds a request while people on call are told of it. */
export const findForOnCall = (db: Database, id: string, at: SiteTime): Promise<BloodRequestRow | null> =>
  firstOrNull(db.selectFrom('bloodRequests').selectAll().where('id', '=', id).where(isForOnCall(at)))

/** When a user was told of requests on call. */
export const listOnCallAlertTimes = async (db: Database, userId: string): Promise<Date[]> =>
  (
    await db
      .selectFrom('onCallAlerts')
      .select('alertedAt')
      .where('userId', '=', userId)
      .orderBy('alertedAt')
      .execute()
  ).map(({ alertedAt }) => alertedAt)

type Beginning = Pick<OnCallRow, 'userId' | 'endsAt'> & { contactNumber: string; now: Date }

/** Puts somebody on call. Whoever is already gets the number. */
export async function beginOnCall(db: Database, { now, ...row }: Beginning): Promise<void> {
  const changed = { ...row, endedAt: null }
  await db
    .insertInto('coordinatorsOnCall')
    .values({ ...changed, beganAt: now })
    .onConflict(conflict =>
      conflict.column('userId').doUpdateSet({
        ...changed,
        beganAt: sql`case when coordinators_on_call.ended_at is null then coordinators_on_call.began_at else ${now} end`,
      }),
    )
    .execute()
}

export async function endOnCall(db: Database, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('coordinatorsOnCall')
    .set({ endedAt: now, contactNumber: null })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Ends what is over, so that open pages and the ledger hear of it. */
export async function endDueOnCall(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('coordinatorsOnCall')
    .set({ endedAt: now, contactNumber: null })
    .where('endedAt', 'is', null)
    .where(({ not }) => not(isOnCall(now)))
    .execute()
}

export async function removeOldOnCall(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION.endedCoordinatorDays * DAY_MS)
  await db.deleteFrom('coordinatorsOnCall').where('endedAt', '<', before).execute()
  await db.deleteFrom('onCallAlerts').where('alertedAt', '<', before).where('revealId', 'is', null).execute()
}

/** Finds whom the owner of a request sees as on call, and where to reach them. */
export async function findOnCallFor(
  db: Database,
  bloodRequestId: string,
  now: Date,
): Promise<{ name: string; contactNumber: string } | null> {
  const shown = await db
    .selectFrom('onCallAlerts')
    .innerJoin('coordinatorsOnCall', 'coordinatorsOnCall.userId', 'onCallAlerts.userId')
    .select(['coordinatorsOnCall.userId', 'contactNumber'])
    .where('bloodRequestId', '=', bloodRequestId)
    .where('revealId', 'is not', null)
    .where(isOnCall(now))
    .executeTakeFirst()
  if (!shown?.contactNumber) return null
  const name = (await findNames(db, [shown.userId]))(shown.userId) ?? ''
  return { name, contactNumber: shown.contactNumber }
}
