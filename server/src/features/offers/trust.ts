import { type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/connection.ts'
import { isValidDonation } from './donations/queries.ts'
import { isStandingOffer } from './queries.ts'

/**
 * The condition on `offers`, joined with their `blood_requests`, for those that are trusted: the club knows their donor, or
 * knew them when they offered, or the donor waited for a week. Otherwise two invented accounts could silence the alerts for
 * somebody else's request, and lift the limits of their own; and nobody is trusted by themselves. Who was sent away or
 * withdrew three times in a month is not trusted. A request that closes releases its offers, too, which says nothing of
 * their donors: many of them were welcome as backups.
 */
export const isTrusted = (now: Date) => sql<SqlBool>`(
  (offers.was_verified or exists (
    select from users left join donors on donors.user_id = users.id
     where users.id = offers.user_id
       and (is_verified or is_imported or email_verified_at <= blood_requests.requested_at - interval '7 days')))
  and ${isOfSomebodyElse()}
  and 3 > (
    select count(*) from offers settled
     where settled.user_id = offers.user_id and settled.settled_at > ${now}::timestamptz - interval '30 days'
       and (settled.status = 'withdrawn' or settled.was_refused)))`

/** Whether an offer is trusted. */
export async function isTrustedOffer(db: Database, offerId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from offers join blood_requests on blood_requests.id = blood_request_id
     where offers.id = ${offerId} and ${isTrusted(now)}`.execute(db)
  return rows.length > 0
}

/** Counts the standing offers for a blood request that are trusted. */
export async function countTrustedOffers(db: Database, bloodRequestId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from offers join blood_requests on blood_requests.id = blood_request_id
     where blood_request_id = ${bloodRequestId} and ${isStandingOffer()} and ${isTrusted(now)}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * The condition on `offers`, joined with their `blood_requests`: the donor has another mailbox than the requester, and was
 * not registered from the same network within the hour. Otherwise both can be one person.
 */
const isOfSomebodyElse = () => sql<SqlBool>`exists (
  select from users donor join users requester on requester.id = blood_requests.user_id
   where donor.id = offers.user_id and donor.mailbox <> requester.mailbox
     and not coalesce(donor.registered_network = requester.registered_network
                      and donor.created_at - requester.created_at between interval '-1 hour' and interval '1 hour', false))`

/**
 * Whether a requester has a record: for a request of one of the accounts of a mailbox a trusted offer that has stood for a
 * week, or a donation from one that nobody has disputed in a week. An admin can say so earlier: by recording the donation,
 * by deciding a dispute about it, or by finding the request real. Requests that were deleted do not count.
 */
export async function hasRecord(db: Database, mailbox: string, now: Date): Promise<boolean> {
  const weekAgo = sql`${now}::timestamptz - interval '7 days'`
  const { rows } = await sql<{ hasRecord: boolean }>`
    select exists (
             select from users join blood_requests on blood_requests.user_id = users.id
               join donations on donations.blood_request_id = blood_requests.id
               left join offers on offers.id = donations.offer_id
              where mailbox = ${mailbox} and ${isValidDonation()} and disputed_at is null
                and case when recorded_by = 'admin' or donations.confirmed_at is not null
                         then offers.id is null or ${isOfSomebodyElse()}
                         else (recorded_at <= ${weekAgo} or found_real_at is not null) and ${isTrusted(now)} end)
        or exists (
             select from users join blood_requests on blood_requests.user_id = users.id
               join offers on offers.blood_request_id = blood_requests.id
              where mailbox = ${mailbox} and offers.status <> 'donated' and offers.result is null
                and (coalesce(settled_at, ${now}) >= offered_at + interval '7 days'
                     or found_real_at is not null and ${isStandingOffer()})
                and ${isTrusted(now)})
        as has_record`.execute(db)
  return rows[0]?.hasRecord === true
}

/** Lets the offers of a donor who is Verified no longer keep the trust that they had. */
export async function keepTrustOf(db: Transaction, userId: string): Promise<void> {
  await db.updateTable('offers').set({ wasVerified: true }).where('userId', '=', userId).execute()
}
