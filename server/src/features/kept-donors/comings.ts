import { HOUR_MS } from '@blood-bank/contract/durations'
import { COMING_HOURS } from '@blood-bank/contract/kept-donors/calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/connection.ts'
import { replan } from '../blood-requests/store.ts'
import { findNames } from './queries.ts'

/** The condition on `donor_calls` for kept donors who are coming and are expected. */
export const isComing = (now: Date) =>
  sql<SqlBool>`(result = 'coming' and kept_donor_id is not null and ended_at is null
    and noted_at > ${new Date(now.getTime() - COMING_HOURS * HOUR_MS)})`

/**
 * The condition on `donor_calls` for those of which the owner of the request sees a coordinator: until the right ends
 * (`0235-ends-of-comings.sql`), or its last day is over.
 */
export const hasContact = (now: Date) =>
  sql<SqlBool>`(contact_number is not null and not exists (
    select from coordinators where user_id = caller_id and coordinators.ended_at is null and ends_at <= ${now}))`

/**
 * The condition on `donor_calls` for the last one of a kept donor who was coming: it is of that one that somebody says what became
 * of it.
 */
export const IS_LAST_COMING = sql<SqlBool>`(noted_at = (
  select max(noted_at) from donor_calls later
   where later.kept_donor_id = donor_calls.kept_donor_id and result = 'coming'))`

/**
 * Says that nobody expects kept donors any more who were coming. What became of them can be said afterwards. With a request it
 * ends by a trigger.
 * @param condition on `donor_calls`, for which ones
 */
export async function endComings(
  db: Transaction,
  condition: RawBuilder<unknown>,
  now: Date | RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ bloodRequestId: string | null }>`
    update donor_calls set ended_at = ${now}
     where id in (
       select id from donor_calls
        where result = 'coming' and kept_donor_id is not null and ended_at is null and ${condition}
        order by id for update)
    returning blood_request_id`.execute(db)
  await replan(db, [...new Set(rows.flatMap(({ bloodRequestId }) => bloodRequestId ?? []))])
}

/** Before kept donors are erased, with whom their calls go. */
export const endComingsOfErased = (db: Transaction, keptDonorIds: string[]): Promise<void> =>
  endComings(db, sql`kept_donor_id = any (${keptDonorIds}::uuid[])`, sql`now()`)

/** What somebody has noted who is suspended counts no longer. */
export const endComingsNotedBy = (db: Transaction, userId: string, now: Date): Promise<void> =>
  endComings(db, sql`caller_id = ${userId}`, now)

/** When a day is over. */
export const endOldComings = (db: Transaction, now: Date): Promise<void> =>
  endComings(db, sql`not ${isComing(now)}`, now)

export type ClubContact = { coordinator: string | null; contactNumber: string | null; donors: number }

/**
 * Whom the owner of a request can ask about kept donors who are coming, with how many each of them knows; last those of whom the
 * club has to say it, as the coordinator may call nobody any more.
 */
export async function listClubContacts(
  db: Database,
  bloodRequestId: string,
  now: Date,
): Promise<ClubContact[]> {
  const { rows } = await sql<{ callerId: string | null; contactNumber: string | null; donors: number }>`
    select caller_id, contact_number, count(*)::int as donors from (
      select noted_at, case when ${hasContact(now)} then caller_id end as caller_id,
             case when ${hasContact(now)} then contact_number end as contact_number
        from donor_calls where blood_request_id = ${bloodRequestId} and ${isComing(now)}
    ) coming
     group by caller_id, contact_number order by caller_id is null, min(noted_at)`.execute(db)
  const nameOf = await findNames(
    db,
    rows.map(({ callerId }) => callerId),
  )
  return rows.map(({ callerId, ...contact }) => ({
    ...contact,
    coordinator: nameOf(callerId),
  }))
}

/** Counts the kept donors who are coming for a request, and those of whom a coordinator has recorded that they gave. */
export async function countClubDonors(
  db: Database,
  bloodRequestId: string,
  now: Date,
): Promise<{ coming: number; gave: number }> {
  const { rows } = await sql<{ coming: number; gave: number }>`
    select count(*) filter (where ${isComing(now)})::int as coming, count(*) filter (where ${HAS_GIVEN})::int as gave
      from donor_calls where blood_request_id = ${bloodRequestId}`.execute(db)
  return rows[0] ?? { coming: 0, gave: 0 }
}

/** The condition on `donor_calls` for kept donors who gave for the request. */
export const HAS_GIVEN = sql<SqlBool>`(outcome = 'gave')`
