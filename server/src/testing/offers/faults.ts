import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

type OfferFault = { fault: string; id: string }

/** Finds what must never be, whatever happens at once or is killed: each offer, reveal or donor with what is wrong. */
export async function findOfferFaults(db: Database): Promise<OfferFault[]> {
  const { rows } = await sql<OfferFault>`
    select 'stands for a closed or missing request' as fault, offers.id from offers
      left join blood_requests on blood_requests.id = blood_request_id
     where offers.status = 'offered' and blood_requests.status is distinct from 'active'
    union all
    select 'stands for a request of a suspended user', offers.id from offers
      join blood_requests on blood_requests.id = blood_request_id
     where offers.status = 'offered' and blood_requests.is_hidden
    union all
    select 'stands though its donor is suspended', offers.id from offers
      join users on users.id = offers.user_id
     where offers.status = 'offered' and users.suspended_at is not null
    union all
    select 'is shown without an entry of the ledger', offers.id from offers
     where (status = 'offered' or contact_until is not null)
       and not exists (select from contact_reveals where reveal_id = offers.reveal_id and event = 'began')
    union all
    select 'is hidden, but its reveal has not ended', offers.id from offers
     where status <> 'offered' and contact_until is null
       and not exists (select from contact_reveals where reveal_id = offers.reveal_id and event = 'ended')
    union all
    select 'is shown, but its reveal has ended', offers.id from offers
     where (status = 'offered' or contact_until is not null)
       and exists (select from contact_reveals where reveal_id = offers.reveal_id and event = 'ended')
    union all
    select 'has a reveal that never ends', began.reveal_id from contact_reveals began
     where event = 'began' and not exists (select from offers where offers.reveal_id = began.reveal_id)
       and not exists (select from contact_reveals ended where ended.reveal_id = began.reveal_id and event = 'ended')
    union all
    select 'is donated without a donation, or has one without being donated', offers.id from offers
     where (status = 'donated')
       <> exists (select from donations where offer_id = offers.id and not is_withdrawn)
    union all
    select 'has a donor whose date is not that of the last donation', donors.id from donors
     where recorded_donation_date is distinct from (
       select max(donated_on) from donations
        where user_id = donors.user_id and component = 'blood' and not is_withdrawn and disputed_at is null)
        or recorded_platelets_date is distinct from (
       select max(donated_on) from donations
        where user_id = donors.user_id and component <> 'blood' and not is_withdrawn and disputed_at is null)`.execute(
    db,
  )
  return rows
}
