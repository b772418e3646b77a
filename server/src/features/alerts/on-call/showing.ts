import { randomUUID } from 'node:crypto'
import type { Config } from '../../../config.ts'
import { accountsOfPerson } from '../../../identity/mailboxes/mailbox.ts'
import { type Database, inTransaction, type Transaction } from '../../../platform/database/connection.ts'
import { enqueueMails } from '../../../platform/mail/outbox.ts'
import { neededUntil } from '../../blood-requests/needed-by.ts'
import { isListedRequest } from '../../blood-requests/queries.ts'
import { lockBloodRequest } from '../../blood-requests/store.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import { beginReveal } from '../../offers/contact-ledger/store.ts'
import { enqueueOnCallPushes } from '../push/enqueue-pushes.ts'
import { isOverdue, isWaiting } from '../waiting.ts'
import type { OnCallMailKind } from './messages.ts'
import { endDueOnCall, isOnCall } from './store.ts'

type Site = Pick<Config, 'hotlineAfterMinutes' | 'alertPolicy'>

/**
 * For each urgent request that waits: alerts those on call, once each, and shows its owner one of them, who stays as long as
 * they are on call. Also ends what is over. What several servers do at the same time is done once.
 */
export async function showCoordinatorsOnCall(db: Database, now: Date, site: Site): Promise<void> {
  await endDueOnCall(db, now)
  const someone = db.selectFrom('coordinatorsOnCall').select('userId').where(isOnCall(now)).limit(1)
  if (!(await someone.executeTakeFirst())) return
  for (const { id } of await listUrgent(db).execute())
    await inTransaction(db, db => showOne(db, id, { now, site }))
}

/** Those that members have not reported, so that they are held back. */
const listUrgent = (db: Database) =>
  db
    .selectFrom('bloodRequests')
    .selectAll()
    .where('urgency', '=', 'urgent')
    .where(isListedRequest())
    .where('alertsStoppedAt', 'is', null)
    .orderBy('requestedAt')

type At = { now: Date; site: Site }

/** Until its owner is asked whether blood is still needed. */
const isInNeed = async (db: Database, bloodRequest: BloodRequestRow, { now, site }: At) =>
  isOverdue(bloodRequest, site, now) &&
  neededUntil(bloodRequest, site.alertPolicy.neededHours) > now &&
  (await isWaiting(db, bloodRequest, now))

async function showOne(db: Transaction, id: string, at: At): Promise<void> {
  const { now } = at
  const urgent = () => listUrgent(db).where('id', '=', id).executeTakeFirst()
  const found = await urgent()
  if (!found || !(await isInNeed(db, found, at))) return
  const onCall = await lockOnCall(db, found.userId, now)
  const [next] = onCall
  await lockBloodRequest(db, id, 'for no key update')
  const bloodRequest = await urgent()
  if (!next || !bloodRequest || !(await isInNeed(db, bloodRequest, at))) return
  const alerts = await db
    .insertInto('onCallAlerts')
    .values(onCall.map(({ userId }) => ({ bloodRequestId: id, userId, alertedAt: now })))
    .onConflict(conflict => conflict.doNothing())
    .returning('userId')
    .execute()
  const alerted = new Set(alerts.map(({ userId }) => userId))
  await alertOnCall(
    db,
    id,
    onCall.filter(({ userId }) => alerted.has(userId)),
  )
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
    viewerId: bloodRequest.userId,
    occasion: 'club-contact',
    bloodRequestId: id,
  })
  await db
    .updateTable('coordinatorsOnCall')
    .set({ lastShownAt: now })
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

/** By email and on each device that gets alerts, at night, too: they said that they are on call. */
async function alertOnCall(db: Transaction, bloodRequestId: string, users: OnCallUser[]): Promise<void> {
  const kind: OnCallMailKind = 'coordinator-on-call-needed'
  const mails = users.map(({ userId, email }) => ({
    recipient: email,
    aboutUserId: userId,
    aboutId: bloodRequestId,
  }))
  await enqueueMails(db, kind, mails, { urgency: 'prompt' })
  const userIds = users.map(({ userId }) => userId)
  await enqueueOnCallPushes(db, bloodRequestId, userIds)
}
