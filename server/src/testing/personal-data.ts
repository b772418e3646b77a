import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { ERASED_ACCOUNT_HOOKS } from '../app.ts'
import { createAlertLink } from '../features/alerts/links.ts'
import { createConfirmationLink } from '../features/blood-requests/confirmations/links.ts'
import { insertDeletion } from '../features/blood-requests/owner-notices/deletions.ts'
import { createSharePage } from '../features/blood-requests/sharing/store.ts'
import type { BloodRequestRow } from '../features/blood-requests/tables.ts'
import { createOptOuts } from '../features/kept-donors/opt-outs.ts'
import { beginReveal } from '../features/offers/contact-ledger/store.ts'
import { insertDonation } from '../features/offers/donations/store.ts'
import { insertReport } from '../features/reports/store.ts'
import { recordAction } from '../identity/audit/record-action.ts'
import { createErasedAccounts } from '../identity/own-account/erased-accounts.ts'
import { createMailLink } from '../identity/passwords/links.ts'
import { type Database, inTransaction } from '../platform/database/connection.ts'
import { enqueueMail } from '../platform/mail/outbox.ts'
import {
  storeAlert,
  storeBloodRequest,
  storeImportedDonor,
  storeOffer,
  storePasskey,
  storePushDevice,
  storeTextNumber,
} from './stored.ts'

type Person = { id: string; email: string }
type BloodRequest = Pick<BloodRequestRow, 'id' | 'userId'>
type Others = { admin: { id: string }; otherRequest: BloodRequest }

/**
 * Stores a row about a donor in every table of `TABLE_CLAIMS` that registering leaves empty; add new tables here.
 * @param others stored before, about whom the rows are as well
 */
export async function storePersonalData(
  db: Database,
  { person: { id: userId, email }, admin, otherRequest }: Others & { person: Person },
): Promise<void> {
  const now = new Date()
  const bloodRequest = await storeBloodRequest(db, { userId, userEmail: email })
  await createConfirmationLink(db, bloodRequest.id, now)
  await createSharePage(db, bloodRequest.id)
  await createMailLink(db, userId, { purpose: 'reset-password', now })
  await enqueueMail(db, 'reset-password', email)
  await db
    .insertInto('caughtMails')
    .values({ to: email, subject: 'Hello', text: 'Hello', html: '' })
    .execute()
  await inTransaction(db, db => insertDeletion(db, bloodRequest, { reason: 'not-real', now }))
  await db.insertInto('deletedPosts').values({ userId, requestedAt: now }).execute()
  await db
    .insertInto('suspensions')
    .values({ userId, reason: 'other', note: `About ${email}`, suspendedAt: now })
    .execute()
  await sql`
    insert into numbers_sent (user_id, sent_at, numbers)
    values (${userId}, now(), '{1,2,3}')`.execute(db)
  await inTransaction(db, db =>
    createErasedAccounts('a secret', { ...ERASED_ACCOUNT_HOOKS, hideRecords: async () => {} }).record(
      db,
      userId,
      now,
    ),
  )
  await sql`insert into number_warnings values (${userId}, 350, 900, true, now())`.execute(db)
  await storePushDevice(db, { userId })
  const { phone } = await storeTextNumber(db, { userId })
  await db
    .insertInto('caughtTexts')
    .values({ phone: phone ?? '', message: 'Hello' })
    .execute()
  await storeImportedDonor(db, { email, tokenHash: randomBytes(32) })
  await createOptOuts('a secret').record(db, [email], now)
  await storePasskey(db, { userId })
  await insertDonation(db, {
    userId,
    bloodRequestId: null,
    offerId: null,
    component: 'blood',
    donatedOn: '2025-03-01',
    recordedBy: 'donor',
  })
  await storeOfferAndAlert(db, userId, otherRequest)
  await storeReports(db, { person: { id: userId, email }, admin, bloodRequest, otherRequest })
  await db
    .insertInto('alertPreferences')
    .values({ userId, pausedUntil: now, firstAlertFrom: now, plateletsInvitedAt: now })
    .execute()
  await db
    .insertInto('coordinators')
    .values({ userId, endsAt: now, namedBy: admin.id, namedAt: now, endAnnouncedAt: now, endedAt: now })
    .execute()
  await db
    .insertInto('donorCalls')
    .values({
      userId,
      callerId: admin.id,
      bloodRequestId: otherRequest.id,
      calledAt: now,
      result: 'not-today',
      notedAt: now,
    })
    .execute()
  await db
    .insertInto('coordinatorsOnCall')
    .values({ userId, contactNumber: null, beganAt: now, endsAt: now, endedAt: now, lastShownAt: now })
    .execute()
  await db
    .insertInto('onCallAlerts')
    .values({ userId, bloodRequestId: otherRequest.id, alertedAt: now })
    .execute()
  await db.insertInto('thankYouStops').values({ userId, stoppedAt: now }).execute()
  await db
    .insertInto('alertWaves')
    .values({ bloodRequestId: bloodRequest.id, kind: 'wave', plannedAt: now })
    .execute()
  await inTransaction(db, db =>
    recordAction(db, {
      actorId: admin.id,
      action: 'role-changed',
      targetId: userId,
      before: { role: 'user' },
      after: { role: 'admin' },
    }),
  )
}

/** A report about a request of the person, and one that they made; both name the person. */
async function storeReports(
  db: Database,
  { person, admin, bloodRequest, otherRequest }: Others & { person: Person; bloodRequest: BloodRequest },
) {
  const at = new Date()
  for (const [reporterId, reported] of [
    [person.id, otherRequest],
    [admin.id, bloodRequest],
  ] as const) {
    const report = {
      personId: reported.userId,
      bloodRequest: { id: reported.id, requiredBloodGroup: 'O+', component: 'blood' },
      reporterId,
      offerId: null,
      kind: 'not-real',
      text: `I know ${person.email}`,
      reportedAt: at,
    } as const
    await inTransaction(db, db => insertReport(db, report))
  }
}

async function storeOfferAndAlert(db: Database, userId: string, bloodRequest: BloodRequest) {
  const offer = await storeOffer(db, { userId, bloodRequestId: bloodRequest.id, requiredBloodGroup: 'O+' })
  await inTransaction(db, db =>
    beginReveal(db, {
      revealId: offer.revealId,
      ownerId: userId,
      viewerId: bloodRequest.userId,
      occasion: 'offer',
      bloodRequestId: bloodRequest.id,
    }),
  )
  const { id } = await storeAlert(db, {
    bloodRequestId: bloodRequest.id,
    requesterId: bloodRequest.userId,
    userId,
  })
  await createAlertLink(db, id)
}
