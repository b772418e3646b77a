import type { OfferStatus } from '@blood-bank/contract/offers'
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { STANDS } from './queries.ts'
import type { OfferRow } from './tables.ts'

type NewOffer = Pick<OfferRow, 'userId' | 'requiredBloodGroup'> & { bloodRequestId: string }

/** Stores an offer; null when the donor has a standing one. Of concurrent calls, one inserts the row. */
export async function insertOffer(db: Database, offer: NewOffer): Promise<OfferRow | null> {
  const row = await db
    .insertInto('offers')
    .values({ ...offer, settledAt: null, contactUntil: null })
    .onConflict(conflict => conflict.column('userId').where(STANDS).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

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

type Settlement = { status: Exclude<OfferStatus, 'offered'>; now: Date; contactUntil?: Date }

/** Settles standing offers. Of concurrent calls for one offer, one settles it. @returns the offers it has settled */
export const settleOffers = (
  db: Database,
  selection: Selection,
  { status, now, contactUntil }: Settlement,
): Promise<OfferRow[]> =>
  db
    .updateTable('offers')
    .set({ status, settledAt: now, contactUntil: contactUntil ?? null })
    .where(selects(selection))
    .where(STANDS)
    .returningAll()
    .execute()

/** Ends the time in which donor and requester see each other's contact after a donation. @returns the changed offers */
export const endContactAfterDonation = (
  db: Database,
  selection: Selection | { dueAt: Date },
): Promise<OfferRow[]> =>
  db
    .updateTable('offers')
    .set({ contactUntil: null })
    .where('contactUntil', 'is not', null)
    .where(offer =>
      'dueAt' in selection ? offer('contactUntil', '<=', selection.dueAt) : selects(selection)(offer),
    )
    .returningAll()
    .execute()

/** Locks the donated offer of a donation that is undone; null when it no longer exists. */
export async function lockOffer(db: Database, id: string): Promise<OfferRow | null> {
  const row = await db.selectFrom('offers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ?? null
}

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

/** Turns a donated offer into a released one, because its donation was undone and it cannot stand again. */
export const releaseUndoneOffer = (db: Database, id: string, now: Date): Promise<OfferRow> =>
  db
    .updateTable('offers')
    .set({ status: 'released', settledAt: now, contactUntil: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
