import { ALERT_LIMITS, DEFAULT_FREQUENCY, DONORS_PER_REQUESTER } from '@blood-bank/contract/alerts/endpoints'
import type { Component } from '@blood-bank/contract/donors/components'
import { DAY_MS } from '@blood-bank/contract/durations'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import type { Overview } from '@blood-bank/contract/site/overview'
import { type RawBuilder, sql } from 'kysely'
import { alertsWithoutRecord } from '../../config/alert-policy.ts'
import { accountsOfPerson } from '../../identity/mailboxes/mailbox.ts'
import { listEarlierTimes } from '../../identity/own-account/erased-accounts.ts'
import { type Database, firstOrNull } from '../../platform/database/connection.ts'
import { countMatching } from '../../platform/database/listing.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import type { AlertPreferencesRow, AlertRow } from './tables.ts'

/** Finds what a donor chose; null for the defaults. */
export const findAlertPreferences = (db: Database, userId: string): Promise<AlertPreferencesRow | null> =>
  firstOrNull(db.selectFrom('alertPreferences').selectAll().where('userId', '=', userId))

/**
 * The condition on a table with `user_id` for donors who are asked for a component at all: for platelets by machine, those who said
 * so. Where few did, PostgreSQL begins with them, by the index `platelet_donors`.
 */
export const agreesTo = (component: Component, donors: string) =>
  component === 'apheresis-platelets'
    ? sql<boolean>`exists (select from alert_preferences willing
        where willing.user_id = ${sql.ref(`${donors}.userId`)} and willing.also_platelets)`
    : sql<boolean>`true`

/** The condition on `alert_preferences` for the alert of this time to invite the donor to platelets by machine. */
export const invitesToPlatelets = (alertedAt: Date | RawBuilder<unknown>) => sql<boolean>`(
  not coalesce(alert_preferences.also_platelets, false)
  and coalesce(alert_preferences.platelets_invited_at, ${alertedAt}) = ${alertedAt})`

/** Of some donors, lists those who allow notifications in the quiet hours. */
export async function listUsersWhoAllowNights(db: Database, userIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('alertPreferences')
    .select('userId')
    .where('userId', '=', sql<string>`any (${userIds}::uuid[])`)
    .where('nightsAllowed', '=', true)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** Lists all alerts of a donor, for the account export. */
export const listAllAlertsOfUser = (db: Database, userId: string): Promise<AlertRow[]> =>
  db.selectFrom('alerts').selectAll().where('userId', '=', userId).orderBy('alertedAt').execute()

/** The alerts for a blood request so far. */
export type AlertCounts = {
  alerts: number
  /** Answered with "Not this time" since the last whole wave. */
  declined: number
  /** Those who were asked in the place of donors who declined, since the last whole wave. */
  replacements: number
  /** When the last whole wave began. */
  lastWaveAt: Date | null
  /** When a later wave began that could not be asked as a whole yet, and how many donors were asked in it. */
  begunAt: Date | null
  sinceLastWave: number
}

export async function countAlerts(
  db: Database,
  { id, soughtAt }: Pick<BloodRequestRow, 'id' | 'soughtAt'>,
): Promise<AlertCounts> {
  const { rows } = await sql<AlertCounts>`
    with last_wave as (
      select max(planned_at) as at from alert_waves where blood_request_id = ${id} and kind = 'wave'
    )
    select count(alerts.id)::int as alerts,
           count(*) filter (where answer = 'no' and answered_at > last_wave.at)::int as declined,
           count(*) filter (where kind = 'replacement' and alerted_at > last_wave.at)::int as replacements,
           last_wave.at as last_wave_at, begun_at,
           count(*) filter (where kind = 'wave' and alerted_at >= begun_at)::int as since_last_wave
      from last_wave
     cross join lateral (
       select case when ${soughtAt}::timestamptz > coalesce(last_wave.at, '-infinity') then ${soughtAt}::timestamptz end
     ) begun (begun_at)
      left join alerts on blood_request_id = ${id}
     group by last_wave.at, begun_at`.execute(db)
  return rows[0] as AlertCounts
}

/** Counts the donors who were asked in waves: whether others took the place of some tells of those who declined. */
export const countAskedInWaves = (db: Database, bloodRequestId: string): Promise<number> =>
  countMatching(
    db.selectFrom('alerts').where('bloodRequestId', '=', bloodRequestId).where('kind', '=', 'wave'),
  )

const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS)

/**
 * Counts the donors who were asked for a requester in the last 24 hours, for any blood request of their accounts, also
 * deleted ones. A donor who was asked for two of them counts twice.
 */
export async function countDonorsAskedFor(db: Database, requesterId: string, now: Date): Promise<number> {
  const since = dayBefore(now)
  const asked = await alertTimes(db, accountsOfPerson(requesterId), since)
  return asked.length + (await listEarlierTimes(db, requesterId, { kind: 'alerts', since })).length
}

/** When donors were asked for an account since a time, once for each donor. */
export const listAlertTimes = (db: Database, requesterId: string, since: Date): Promise<Date[]> =>
  alertTimes(db, sql`(${requesterId})`, since)

async function alertTimes(db: Database, requesters: RawBuilder<unknown>, since: Date): Promise<Date[]> {
  const { rows } = await sql<{ alertedAt: Date }>`
    select alerted_at from alerts where requester_id in ${requesters} and alerted_at > ${since}`.execute(db)
  return rows.map(({ alertedAt }) => alertedAt)
}

/** An admin cannot act on a longer list. */
const MAX_WARNINGS = 20

/** Lists those, the latest account of a mailbox, for whom so many donors were asked in the last 24 hours that admins are told, the most first. */
export async function listAlertWarnings(db: Database, now: Date): Promise<Overview['alertWarnings']> {
  const { rows } = await sql<Overview['alertWarnings'][number]>`
    select users.id as user_id, users.email, asked.donors_asked
      from (select mailbox, max(requester_id::text)::uuid as id, count(*)::int as donors_asked
              from alerts join users on users.id = requester_id
             where alerted_at > ${dayBefore(now)} group by mailbox
            having count(*) >= ${DONORS_PER_REQUESTER.warnedFrom}) asked
      join users using (id)
     order by asked.donors_asked desc, users.id limit ${MAX_WARNINGS}`.execute(db)
  return rows
}

/** So many of the newest alerts tell how often donors of this site say yes. */
const LEARNED_ALERTS = 1_000

/** How many of the newest alerts donors had time to answer, and how many of those they answered with yes. */
export async function countAnswers(db: Database, now: Date): Promise<{ alerts: number; yes: number }> {
  const { rows } = await sql<{ alerts: number; yes: number }>`
    select count(*)::int as alerts, count(*) filter (where answer = 'yes')::int as yes from (
      select answer, alerted_at from alerts
       where alerted_at > ${new Date(now.getTime() - RETENTION.alertDays * DAY_MS)} order by alerted_at desc limit ${LEARNED_ALERTS}
    ) newest
     where answer is not null or alerted_at < ${new Date(now.getTime() - DAY_MS)}`.execute(db)
  return rows[0] ?? { alerts: 0, yes: 0 }
}

/** Each frequency with its limit, and how many of these alerts requesters without a record may use, as rows of SQL. */
export const FREQUENCIES = sql`(values ${sql.join(
  Object.entries(ALERT_LIMITS).map(
    ([frequency, { alerts, days }]) =>
      sql`(${sql.lit(frequency)}, ${sql.lit(alerts)}, make_interval(days => ${sql.lit(days)}), ${sql.lit(alertsWithoutRecord(alerts))})`,
  ),
)}) as frequencies (frequency, alerts, period, without_record)`

/**
 * Calculates from when on donors may be alerted: when alerts are on, the pause is over, and the limit that the donor chose
 * allows one more. Infinity when that depends on the donor.
 * @returns the times as PostgreSQL writes them, by user
 */
export async function findAlertTimes(
  db: Database,
  userIds: string[],
  now: Date,
): Promise<{ userId: string; alertsFrom: string }[]> {
  const { rows } = await sql<{ userId: string; alertsFrom: string }>`
    select asked.user_id, greatest(
        case when choice.user_id is null then '-infinity'
             when not choice.is_on then 'infinity'
             else greatest(coalesce(choice.first_alert_from, 'infinity'), coalesce(choice.paused_until, '-infinity')) end,
        coalesce((
          select alerted_at + period from alerts
           where alerts.user_id = asked.user_id and alerted_at > ${now}::timestamptz - period
           order by alerted_at desc offset frequencies.alerts - 1 limit 1), '-infinity')
      )::text as alerts_from
      from unnest(${userIds}::uuid[]) as asked (user_id)
      left join alert_preferences choice on choice.user_id = asked.user_id
      join ${FREQUENCIES} on frequencies.frequency = coalesce(choice.frequency, ${sql.lit(DEFAULT_FREQUENCY)})`.execute(
    db,
  )
  return rows
}
