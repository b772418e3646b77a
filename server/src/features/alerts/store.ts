import { type AlertFrequency, DEFAULT_FREQUENCY } from '@blood-bank/contract/alerts/endpoints'
import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { type RawBuilder, sql } from 'kysely'
import { finiteOrNull } from '../../config/limits.ts'
import { type Database, firstOrNull, type Transaction } from '../../platform/database/connection.ts'
import { hashLinkToken } from '../../platform/secrets/hashes.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import { agreesTo, FREQUENCIES, invitesToPlatelets } from './queries.ts'
import type { AlertRow, WaveKind } from './tables.ts'

type NewAlerts = {
  bloodRequest: Pick<BloodRequestRow, 'id' | 'userId' | 'urgency' | 'component'>
  /** Null if the requester is not new. */
  newRequester: { mailbox: Buffer; network: string | null } | null
  /** The donors; their profiles are locked. */
  userIds: string[]
  need: Buffer
  kind: WaveKind
  requesterHasRecord: boolean
  alertedAt: Date
  /** How many alerts of this urgency a donor gets in a week; infinite: no limit of its own. */
  weeklyAlerts: number
}

export type NewAlert = { id: string; userId: string }

/**
 * Stores alerts, except for donors who were asked for this need already, have reached a limit or are not asked for this component. The statement begins after
 * the donors are locked, so it sees the alerts of every planner that had locked them before.
 * @returns the stored alerts
 */
export async function insertAlerts(db: Database, alert: NewAlerts): Promise<NewAlert[]> {
  const { bloodRequest, newRequester, userIds, need, kind, requesterHasRecord } = alert
  const { alertedAt, weeklyAlerts } = alert
  const { id: bloodRequestId, userId: requesterId, urgency, component } = bloodRequest
  const week = sql`${alertedAt}::timestamptz - interval '7 days'`
  const { rows } = await sql<NewAlert>`
    insert into alerts (
      blood_request_id, requester_id, requester_mailbox, requester_network, requester_is_new, user_id, need, urgency, component, kind, requester_has_record, alerted_at)
    select ${bloodRequestId}, ${requesterId}, ${newRequester?.mailbox ?? null}, ${newRequester?.network ?? null}, ${newRequester !== null}, asked.user_id, ${need}, ${urgency}, ${component}, ${kind}, ${requesterHasRecord}, ${alertedAt}
      from unnest(${userIds}::uuid[]) as asked (user_id)
      left join alert_preferences choice on choice.user_id = asked.user_id
      join ${FREQUENCIES} on frequencies.frequency = coalesce(choice.frequency, ${sql.lit(DEFAULT_FREQUENCY)})
     where ${agreesTo(component, 'asked')}
       and (select count(*) from alerts
             where alerts.user_id = asked.user_id and alerted_at > ${alertedAt}::timestamptz - period) < frequencies.alerts
       and (select count(*) from alerts
             where alerts.user_id = asked.user_id and alerts.urgency = ${urgency} and alerted_at > ${week})
           < coalesce(${finiteOrNull(weeklyAlerts)}::int, frequencies.alerts)
       and (${requesterHasRecord} or (
             select count(*) from alerts
              where alerts.user_id = asked.user_id and not requester_has_record
                and alerted_at > ${alertedAt}::timestamptz - period) < frequencies.without_record)
       and not exists (
             select from alerts
              where alerts.user_id = asked.user_id and alerts.need = ${need}
                and alerted_at > ${alertedAt}::timestamptz - period)
    on conflict (blood_request_id, user_id) do nothing
    returning id, user_id`.execute(db)
  return rows
}

/** Records the last whole wave of a blood request. A request for which nobody is left has one again and again. */
export async function saveWave(db: Transaction, bloodRequestId: string, plannedAt: Date): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('alertWaves')
    .set({ plannedAt })
    .where('bloodRequestId', '=', bloodRequestId)
    .where('kind', '=', 'wave')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return
  await db.insertInto('alertWaves').values({ bloodRequestId, kind: 'wave', plannedAt }).execute()
}

/** Locks an alert, so that its answers and the wrong digits for it are stored one after another; null if it is gone. */
export const lockAlert = (db: Database, id: string): Promise<AlertRow | null> =>
  firstOrNull(db.selectFrom('alerts').selectAll().where('id', '=', id).forUpdate())

/**
 * Removes somebody who is about to be erased from the alerts to others, with the request, in one change of each row: at the
 * second one PostgreSQL checks the row's other foreign keys again, and would wait for a donor who is being erased, too. Locks
 * all alerts of both, by id.
 */
export async function removeRequesterFromAlerts(db: Transaction, userId: string): Promise<void> {
  await sql`select from alerts where user_id = ${userId} or requester_id = ${userId} order by id for update`.execute(
    db,
  )
  await db
    .updateTable('alerts')
    .set({ requesterId: null, bloodRequestId: null })
    .where('requesterId', '=', userId)
    .execute()
}

/**
 * Stores that a device has shown the notification of an alert. Only the first time writes anything.
 * @returns whether there is such a link
 */
export async function setAlertShown(db: Database, token: string, shownAt: Date): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    with link as (select alert_id from alert_links where token_hash = ${hashLinkToken(token)}), shown as (
      update alerts set shown_at = ${shownAt} from link where id = alert_id and shown_at is null
    )
    select exists (select from link) as is_known`.execute(db)
  return rows[0]?.isKnown ?? false
}

/**
 * Stores no as the answer to an alert, as part of a statement, unless it has been answered since the statement began. Returns
 * `blood_request_id` if that is a new answer.
 * @param alert the name of the subquery that has read the alert @param isOpen whether it can be answered
 */
export const answerNo = ({
  alert,
  isOpen,
  now,
}: {
  alert: string
  isOpen: RawBuilder<unknown>
  now: Date
}) => sql`
  update alerts set answer = 'no', answered_at = ${now} from ${sql.table(alert)} asked
   where alerts.id = asked.id and ${isOpen} and alerts.answer is not distinct from asked.answer
     and alerts.answer is distinct from 'no' returning alerts.blood_request_id`

/**
 * Records that a donor who was asked for a blood request has offered to donate for it.
 * @returns whether this is an answer: the donor was asked and has not said yes before
 */
export async function answerYes(
  db: Database,
  { bloodRequestId, userId, answeredAt }: { bloodRequestId: string; userId: string; answeredAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set({ answer: 'yes', answeredAt })
    .where('bloodRequestId', '=', bloodRequestId)
    .where('userId', '=', userId)
    .where(sql<boolean>`answer is distinct from 'yes'`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** What a donor chooses. A pause until `Infinity` lasts until the donor ends it. */
export type AlertChoice = {
  isOn: boolean
  frequency: AlertFrequency
  nightsAllowed: boolean
  alsoPlatelets: boolean
  pausedUntil: Date | number | null
  /** No choices, but stored with them: when the donor sent a test alert, and the hash of the number that they confirmed. */
  testedAt: Date
  confirmedNumber: string
}

/**
 * Stores what a donor chose; what is missing stays as it is. Whoever chooses knows about alerts, so that no email has to
 * introduce them. The transaction has locked the donor profile.
 */
export async function saveAlertPreferences(
  db: Transaction,
  userId: string,
  { now, ...choice }: Partial<AlertChoice> & { now: Date },
): Promise<void> {
  await db
    .insertInto('alertPreferences')
    .values({ userId, ...choice, firstAlertFrom: now })
    .onConflict(conflict =>
      conflict.column('userId').doUpdateSet({
        ...choice,
        firstAlertFrom: sql`coalesce(alert_preferences.first_alert_from, excluded.first_alert_from)`,
      }),
    )
    .execute()
}

/**
 * Records that an alert invites its donor to platelets by machine. Only the first one does, and does so again when its email is
 * composed again after a failure.
 * @returns whether this alert invites
 */
export async function inviteToPlatelets(
  db: Database,
  { userId, alertedAt }: Pick<AlertRow, 'userId' | 'alertedAt'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('alertPreferences')
    .values({ userId, firstAlertFrom: alertedAt, plateletsInvitedAt: alertedAt })
    .onConflict(conflict =>
      conflict
        .column('userId')
        .doUpdateSet({ plateletsInvitedAt: alertedAt })
        .where(invitesToPlatelets(alertedAt)),
    )
    .executeTakeFirstOrThrow()
  return Boolean(numInsertedOrUpdatedRows)
}

/** Has alerts introduced to a donor by email before the first one. */
export async function requireIntroduction(db: Database, userId: string): Promise<void> {
  await db
    .insertInto('alertPreferences')
    .values({ userId, firstAlertFrom: null })
    .onConflict(conflict => conflict.column('userId').doNothing())
    .execute()
}

/** Sets the time of the first possible alert of donors to whom alerts are introduced. @returns those it was set for */
export async function setFirstAlertFrom(
  db: Database,
  userIds: string[],
  firstAlertFrom: Date,
): Promise<string[]> {
  const rows = await db
    .updateTable('alertPreferences')
    .set({ firstAlertFrom })
    .where('userId', '=', sql<string>`any (${userIds}::uuid[])`)
    .where('firstAlertFrom', 'is', null)
    .returning('userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

/**
 * Removes the alerts and waves of closed and deleted blood requests that neither count against a limit nor are learned from
 * any more, and of others the hash of the mailbox of a requester who was erased.
 */
export async function removeOldAlerts(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION.alertDays * DAY_MS)
  const dayAgo = new Date(now.getTime() - RETENTION.erasedCountHours * HOUR_MS)
  await sql`
    update alerts set requester_mailbox = null, requester_network = null
     where requester_id is null and requester_mailbox is not null and alerted_at < ${dayAgo}`.execute(db)
  await sql`
    delete from alerts where alerted_at < ${before}
       and not exists (select from blood_requests where id = blood_request_id and status = 'active')`.execute(
    db,
  )
  await sql`
    delete from alert_waves where planned_at < ${before}
       and not exists (select from blood_requests where id = blood_request_id and status = 'active')`.execute(
    db,
  )
}
