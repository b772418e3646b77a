import { randomUUID } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { Config } from '../../../config.ts'
import { accountsOfPerson, mailboxOf } from '../../../identity/mailboxes/mailbox.ts'
import { findUser } from '../../../identity/users/store.ts'
import { calendarDate } from '../../../platform/clock/local-time.ts'
import { type Database, inTransaction, type Transaction } from '../../../platform/database/connection.ts'
import { enqueueMails } from '../../../platform/mail/outbox.ts'
import { lockBloodRequest } from '../../blood-requests/store.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import { beginReveal } from '../../offers/contact-ledger/store.ts'
import { hasRecord } from '../../offers/trust.ts'
import { enqueueOnCallPushes } from '../push/enqueue-pushes.ts'
import { enqueueOnCallTexts } from '../texts/enqueue-texts.ts'
import type { OnCallMailKind } from './messages.ts'
import { endDueOnCall, findForOnCall, isForOnCall, isOnCall, type SiteTime } from './store.ts'

type At = SiteTime & { site: Pick<Config, 'timeZone' | 'textMessages'> }

/**
 * For each urgent request that waits: alerts those on call, once each, and shows its owner one of them, who stays as long as
 * they are on call. Also ends what is over. What several servers do at the same time is done once.
 */
export async function showCoordinatorsOnCall(db: Database, at: At): Promise<void> {
  await endDueOnCall(db, at.now)
  const someone = db.selectFrom('coordinatorsOnCall').select('userId').where(isOnCall(at.now)).limit(1)
  if (!(await someone.executeTakeFirst())) return
  const failures: unknown[] = []
  // The requests after one that fails must not wait until its fault is mended.
  for (const bloodRequest of await selectUnanswered(db, at).orderBy('requestedAt').execute())
    await inTransaction(db, db => showOne(db, bloodRequest, at)).catch(error => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Whether the owner of a request is about to be shown somebody on call. */
export const isAboutToShow = async (db: Database, bloodRequestId: string, at: SiteTime): Promise<boolean> =>
  (await selectUnanswered(db, at).where('id', '=', bloodRequestId).executeTakeFirst()) !== undefined

/** Requests whose owner sees nobody on call, or of which somebody on call has not been told. */
const selectUnanswered = (db: Database, at: SiteTime) =>
  db
    .selectFrom('bloodRequests')
    .select(['id', 'userId'])
    .where(isForOnCall(at))
    .where(
      sql<SqlBool>`exists (
        select from coordinators_on_call left join on_call_alerts told
            on told.user_id = coordinators_on_call.user_id and told.blood_request_id = blood_requests.id
         where ${isOnCall(at.now)}
           and coordinators_on_call.user_id not in ${accountsOfPerson(sql.ref('bloodRequests.userId'))}
           and (told.user_id is null or not exists (
             select from on_call_alerts where blood_request_id = blood_requests.id and reveal_id is not null)))`,
    )

async function showOne(
  db: Transaction,
  { id, userId: ownerId }: Pick<BloodRequestRow, 'id' | 'userId'>,
  at: At,
): Promise<void> {
  const { now } = at
  const onCall = await lockOnCall(db, ownerId, now)
  const [next] = onCall
  await lockBloodRequest(db, id, 'for no key update')
  const bloodRequest = await findForOnCall(db, id, at)
  if (!next || !bloodRequest) return
  const alerts = await db
    .insertInto('onCallAlerts')
    .values(onCall.map(({ userId }) => ({ bloodRequestId: id, userId, alertedAt: now })))
    .onConflict(conflict => conflict.doNothing())
    .returning('userId')
    .execute()
  const alerted = new Set(alerts.map(({ userId }) => userId))
  await show(db, next, bloodRequest, now)
  await alertOnCall(
    db,
    bloodRequest,
    onCall.filter(({ userId }) => alerted.has(userId)),
    at,
  )
}

/** Shows the owner of a request somebody on call, unless somebody is shown. */
async function show(
  db: Transaction,
  next: OnCallUser,
  { id, userId: ownerId }: BloodRequestRow,
  now: Date,
): Promise<void> {
  const revealId = randomUUID()
  const { numUpdatedRows } = await db
    .updateTable('onCallAlerts')
    .set({ revealId })
    .where('bloodRequestId', '=', id)
    .where('userId', '=', next.userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('onCallAlerts as shown')
            .select('shown.userId')
            .where('shown.bloodRequestId', '=', id)
            .where('shown.revealId', 'is not', null),
        ),
      ),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await beginReveal(db, {
    revealId,
    ownerId: next.userId,
    viewerId: ownerId,
    occasion: 'club-contact',
    bloodRequestId: id,
  })
  await db
    .updateTable('coordinatorsOnCall')
    // Later than the others, of whom some were shown in the same look.
    .set({
      lastShownAt: sql`greatest(${now}, (select max(last_shown_at) from coordinators_on_call) + interval '1 millisecond')`,
    })
    .where('userId', '=', next.userId)
    .execute()
}

type OnCallUser = { userId: string; email: string }

/** Those on call but the owner of a request, so that nobody goes off call meanwhile; first who was shown longest ago. */
async function lockOnCall(db: Transaction, ownerId: string, now: Date): Promise<OnCallUser[]> {
  const of = db
    .selectFrom('coordinatorsOnCall')
    .innerJoin('users', 'users.id', 'userId')
    .where(isOnCall(now))
    .where('userId', 'not in', accountsOfPerson(ownerId))
    .orderBy('userId')
  // An erasure locks the user first.
  await of.select('userId').forKeyShare('users').execute()
  const rows = await of
    .select(['userId', 'email', 'lastShownAt', 'beganAt'])
    .forUpdate('coordinatorsOnCall')
    .execute()
  const shownAt = ({ lastShownAt }: (typeof rows)[number]) => lastShownAt?.getTime() ?? 0
  return rows.toSorted((one, other) => shownAt(one) - shownAt(other) || +one.beganAt - +other.beganAt)
}

/** By email, on each device that gets alerts and by text, at night, too: they said that they are on call. */
async function alertOnCall(
  db: Transaction,
  { id: bloodRequestId, userId: ownerId, foundRealAt }: BloodRequestRow,
  users: OnCallUser[],
  { now, site: { timeZone, textMessages: texts } }: At,
): Promise<void> {
  const kind: OnCallMailKind = 'coordinator-on-call-needed'
  const mails = users.map(({ userId, email }) => ({
    recipient: email,
    aboutUserId: userId,
    aboutId: bloodRequestId,
  }))
  await enqueueMails(db, kind, mails, { urgency: 'prompt' })
  const userIds = users.map(({ userId }) => userId)
  await enqueueOnCallPushes(db, bloodRequestId, userIds)
  if (texts === null || users.length === 0) return
  const owner = await findUser(db, ownerId)
  const hasRecordOf = async (email: string) => foundRealAt !== null || hasRecord(db, mailboxOf(email), now)
  await enqueueOnCallTexts(db, {
    bloodRequestId,
    userIds,
    hasRecord: owner !== null && (await hasRecordOf(owner.email)),
    day: calendarDate(now, timeZone),
    texts,
  })
}
