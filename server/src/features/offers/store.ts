import type { OfferStatus, OnTheWay } from '@blood-bank/contract/offers/endpoints'
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import { type Database, firstOrNull } from '../../platform/database/connection.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { isStandingOffer } from './queries.ts'
import type { OfferResult, OfferRow } from './tables.ts'

type NewOffer = Pick<OfferRow, 'userId' | 'requiredBloodGroup' | 'component'> & { bloodRequestId: string }

/** The condition of the unique index. PostgreSQL allows no name of a table in it. */
const STANDING = sql<SqlBool>`status = 'offered'`

/** Stores an offer; null when the donor has a standing one. Of concurrent calls, one inserts the row. */
export const insertOffer = (db: Database, offer: NewOffer): Promise<OfferRow | null> =>
  firstOrNull(
    db
      .insertInto('offers')
      .values({ ...offer, settledAt: null, contactUntil: null })
      .onConflict(conflict => conflict.column('userId').where(STANDING).doNothing())
      .returningAll(),
  )

/** The standing offers to settle: one, those for a blood request, those for all requests of an owner, or a donor's. */
export type Selection =
  | { id: string }
  | { bloodRequestId: string }
  | { userId: string }
  | { ownerOfRequests: string }

const selects = (selection: Selection) => (offer: ExpressionBuilder<Schema, 'offers'>) => {
  if ('id' in selection) return offer('id', '=', selection.id)
  if ('bloodRequestId' in selection) return offer('bloodRequestId', '=', selection.bloodRequestId)
  if ('userId' in selection) return offer('userId', '=', selection.userId)
  return offer(
    'bloodRequestId',
    'in',
    offer
      .selectFrom('bloodRequests')
      .select('bloodRequests.id')
      .where('bloodRequests.userId', '=', selection.ownerOfRequests),
  ) as ExpressionWrapper<Schema, 'offers', SqlBool>
}

/**
 * Locks all offers for a blood request, or all that a user made or received, in the order of their ids. Changes of several
 * offers need it: two members who have offered to each other and leave at once would wait for each other otherwise.
 */
export async function lockOffers(
  db: Database,
  selection: { bloodRequestId: string } | { madeOrReceivedBy: string },
): Promise<void> {
  const ids =
    'bloodRequestId' in selection
      ? sql`select id from offers where blood_request_id = ${selection.bloodRequestId}`
      : sql`select id from offers where user_id = ${selection.madeOrReceivedBy} union all
            select offers.id from blood_requests join offers on blood_request_id = blood_requests.id
             where blood_requests.user_id = ${selection.madeOrReceivedBy}`
  await sql`select from offers where id = any (array(${ids})) order by id for update`.execute(db)
}

/**
 * Set with the status, in one change of the row. Otherwise the foreign key would set it when the request is deleted, and
 * at this second change in one transaction PostgreSQL checks the row's other foreign keys again: it would wait for a donor
 * who is being erased, whose transaction waits for this offer.
 */
const WITHOUT_REQUEST = { bloodRequestId: null }

type Settlement = {
  status: Exclude<OfferStatus, 'offered'>
  now: Date
  contactUntil?: Date
  /** Removes the blood request from the offers, too, because it is about to be deleted. */
  isDeletion?: boolean
  wasRefused?: boolean
  /** Who says that the hospital could not take the donor. */
  turnedAwayBy?: OfferResult['resultBy']
}

/** Settles standing offers. Of concurrent calls for one offer, one settles it. @returns the offers it has settled */
export const settleOffers = (
  db: Database,
  selection: Selection,
  { status, now, contactUntil, isDeletion = false, wasRefused = false, turnedAwayBy }: Settlement,
): Promise<OfferRow[]> =>
  db
    .updateTable('offers')
    .set({
      status,
      settledAt: now,
      contactUntil: contactUntil ?? null,
      wasRefused,
      onTheWaySaidAt: null,
      onTheWayMinutes: null,
      ...(turnedAwayBy && { result: 'turned-away', resultBy: turnedAwayBy }),
      ...(isDeletion && WITHOUT_REQUEST),
    })
    .where(selects(selection))
    .where(isStandingOffer())
    .returningAll()
    .execute()

/** Stores when the donor of a standing offer arrives. @returns null when the offer does not stand */
export const setOnTheWay = (
  db: Database,
  id: string,
  { saidAt, minutes }: { saidAt: Date; minutes: OnTheWay['minutes'] },
): Promise<OfferRow | null> =>
  firstOrNull(
    db
      .updateTable('offers')
      .set({ onTheWaySaidAt: saidAt, onTheWayMinutes: minutes })
      .where('id', '=', id)
      .where(isStandingOffer())
      .returningAll(),
  )

/** Ends the time in which donor and requester see each other's contact after a donation. @returns the changed offers */
export const endContactAfterDonation = (
  db: Database,
  selection: Selection,
  { isDeletion = false } = {},
): Promise<OfferRow[]> =>
  db
    .updateTable('offers')
    .set({ contactUntil: null, ...(isDeletion && WITHOUT_REQUEST) })
    .where('contactUntil', 'is not', null)
    .where(selects(selection))
    .returningAll()
    .execute()

/** The same for those whose time is over. Offers that another transaction is changing are left to the next call. */
export const endDueContactsAfterDonation = (db: Database, dueAt: Date): Promise<OfferRow[]> =>
  db
    .updateTable('offers')
    .set({ contactUntil: null })
    .where('id', 'in', due =>
      due.selectFrom('offers').select('id').where('contactUntil', '<=', dueAt).forUpdate().skipLocked(),
    )
    .returningAll()
    .execute()

/**
 * Ends the contact after a donation for good, because the donor wants it; the offer stays donated.
 * @returns the offer; null when the donor has done so before
 */
export const withdrawContact = (db: Database, id: string, now: Date): Promise<OfferRow | null> =>
  firstOrNull(
    db
      .updateTable('offers')
      .set({ contactUntil: null, contactWithdrawnAt: now })
      .where('id', '=', id)
      .where('status', '=', 'donated')
      .where('contactWithdrawnAt', 'is', null)
      .returningAll(),
  )

/** Locks an offer; null when it no longer exists. */
export const lockOffer = (db: Database, id: string): Promise<OfferRow | null> =>
  firstOrNull(db.selectFrom('offers').selectAll().where('id', '=', id).forUpdate())

/** Restores an offer after its donation was undone. A number that is no longer shown is revealed again, as a new reveal. */
export const restoreOffer = (
  db: Database,
  id: string,
  { isNewReveal }: { isNewReveal: boolean },
): Promise<OfferRow> =>
  db
    .updateTable('offers')
    .set({
      status: 'offered',
      settledAt: null,
      contactUntil: null,
      ...(isNewReveal && { revealId: sql<string>`uuidv7()` }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Settles a donated offer anew, because its donation was undone and it cannot stand again. */
export const settleUndoneOffer = (
  db: Database,
  id: string,
  { status, now }: { status: 'released' | 'withdrawn'; now: Date },
): Promise<OfferRow> =>
  db
    .updateTable('offers')
    .set({ status, settledAt: now, contactUntil: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

type OtherResult = Pick<OfferRow, 'result' | 'resultBy' | 'resultContradicted'> & {
  status: 'donated' | 'released'
}

/** Changes what became of a settled offer, because its donor says otherwise. When it was settled stays. */
export const settleOtherwise = (db: Database, id: string, other: OtherResult): Promise<OfferRow> =>
  db
    .updateTable('offers')
    .set({ ...other, contactUntil: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Undoes that a donor was turned away; the offer is released for now. */
export async function clearResult(db: Database, id: string): Promise<void> {
  await db
    .updateTable('offers')
    .set({ result: null, resultBy: null, resultUndone: true })
    .where('id', '=', id)
    .execute()
}
