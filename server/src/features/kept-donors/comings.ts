import { HOUR_MS } from '@blood-bank/contract/durations'
import { COMING_HOURS } from '@blood-bank/contract/kept-donors/calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/connection.ts'
import { replan } from '../blood-requests/store.ts'
import { endReveals } from '../offers/contact-ledger/store.ts'
import { findNamesOf } from './queries.ts'

/** The condition on `donor_calls` for kept donors who are coming and are expected. */
export const isComing = (now: Date) =>
  sql<SqlBool>`(result = 'coming' and kept_donor_id is not null and ended_at is null
    and noted_at > ${new Date(now.getTime() - COMING_HOURS * HOUR_MS)})`

/**
 * Ends what is shown of kept donors who are coming: nobody expects them any more, and the owners of the requests see no number
 * of a coordinator. What became of them can be said afterwards.
 * @param condition on `donor_calls`, for which ones
 */
export async function endComings(
  db: Transaction,
  condition: RawBuilder<unknown>,
  now: Date | RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ revealId: string | null; bloodRequestId: string | null }>`
    update donor_calls set ended_at = ${now}, contact_number = null
     where id in (
       select id from donor_calls
        where result = 'coming' and kept_donor_id is not null and ended_at is null and ${condition}
        order by id for update)
    returning reveal_id, blood_request_id`.execute(db)
  await endReveals(
    db,
    rows.flatMap(({ revealId }) => revealId ?? []),
  )
  await replan(db, [...new Set(rows.flatMap(({ bloodRequestId }) => bloodRequestId ?? []))])
}

/** Before kept donors are erased, with whom their calls go. */
export const endComingsOfErased = (db: Transaction, keptDonorIds: string[]): Promise<void> =>
  endComings(db, sql`kept_donor_id = any (${keptDonorIds}::uuid[])`, sql`now()`)

/** When a request has closed, or before it is deleted. */
export const endComingsFor = (db: Transaction, bloodRequestId: string, now: Date): Promise<void> =>
  endComings(db, sql`blood_request_id = ${bloodRequestId}`, now)

/** Before somebody is suspended or erased: nobody asks them any more, and their requests are hidden or deleted. */
export const endComingsOfLeaving = (db: Transaction, userId: string, now: Date): Promise<void> =>
  endComings(
    db,
    sql`(caller_id = ${userId} or blood_request_id in (select id from blood_requests where user_id = ${userId}))`,
    now,
  )

/** Writes into the ledger that a day is over. Nobody sees these numbers since. */
export const endOldComings = (db: Transaction, now: Date): Promise<void> =>
  endComings(db, sql`not ${isComing(now)}`, now)

/** Whom the owner of a request can ask about kept donors who are coming, with how many each of them knows. */
export async function listClubContacts(
  db: Database,
  bloodRequestId: string,
  now: Date,
): Promise<{ coordinator: string; contactNumber: string; donors: number }[]> {
  const { rows } = await sql<{ callerId: string; contactNumber: string; donors: number }>`
    select caller_id, contact_number, count(*)::int as donors from donor_calls
     where blood_request_id = ${bloodRequestId} and ${isComing(now)} and caller_id is not null and contact_number is not null
     group by caller_id, contact_number order by min(noted_at)`.execute(db)
  const names = await findNamesOf(
    db,
    rows.map(({ callerId }) => callerId),
  )
  return rows.map(({ callerId, ...contact }) => ({ ...contact, coordinator: names.get(callerId) ?? '' }))
}

/** Counts the kept donors who are coming for a request. */
export async function countComing(db: Database, bloodRequestId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from donor_calls where blood_request_id = ${bloodRequestId} and ${isComing(now)}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
