import { sql } from 'kysely'
import { createBatcher } from '../../../platform/database/batcher.ts'
import type { Database } from '../../../platform/database/connection.ts'
import { MAX_QUEUE_LENGTH } from '../../../platform/database/queue-limit.ts'
import { hashLinkToken } from '../../../platform/secrets/link-token.ts'
import { IS_LISTED } from '../../blood-requests/queries.ts'
import { makeDue } from '../../blood-requests/store.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import { unitsGivenFor } from '../../offers/donations/queries.ts'
import { offersStandingFor } from '../../offers/queries.ts'
import { declineUnanswered } from '../store.ts'

export type Declined = {
  bloodRequest: BloodRequestRow
  donor: { id: string; email: string; showsNumber: boolean }
  progress: { unitsGiven: number; offersStanding: number }
}

type Row = BloodRequestRow &
  Declined['progress'] & { hash: string; donorId: string; donorEmail: string; showsNumber: boolean }

/**
 * Creates the function that answers an alert with no if it has no answer yet, and makes the planner look at the request.
 * Nearly all answers are such. Those that arrive while the statement runs are stored together by the next one. It returns
 * null and changes nothing if this is another answer, if the link is dead, or if the donor or the request is locked: then
 * the caller has to lock them one after another.
 */
export function createDeclineAtOnce(
  db: Database,
  now: () => Date,
): (token: string) => Promise<Declined | null> {
  return createBatcher((tokens: string[]) => declineTogether(db, tokens, now()), {
    maxWaiting: MAX_QUEUE_LENGTH,
  })
}

/**
 * Each subquery needs the one before, so that users are locked before requests, and requests before alerts. Nobody can wait
 * for these locks and hold others that are needed here, because nothing is waited for. Whoever holds the lock of an alert
 * has locked its request.
 */
async function declineTogether(db: Database, tokens: string[], now: Date): Promise<(Declined | null)[]> {
  const hashes = tokens.map(token => hashLinkToken(token).toString('hex'))
  const { rows } = await sql<Row>`
    with link as materialized (
      select hash, alerts.id, user_id, blood_request_id
        from unnest(${hashes}::text[]) hash
        join alert_links on token_hash = decode(hash, 'hex') join alerts on alerts.id = alert_id
    ), donor as materialized (
      select id, email from users
       where id = any (array(select user_id from link)) for key share skip locked
    ), open as materialized (
      select * from blood_requests
       where id = any (array(select blood_request_id from link join donor on donor.id = user_id))
         and ${IS_LISTED}
         for no key update skip locked
    ), declined as (
      ${declineUnanswered({
        alertIds: sql`array(
          select link.id from link join donor on donor.id = user_id join open on open.id = blood_request_id)`,
        answeredAt: now,
      })}
    ), due as (
      ${makeDue({ ids: sql`array(select blood_request_id from link join declined on declined.id = link.id)`, now })}
    )
    select hash, open.*, donor.id as donor_id, donor.email as donor_email,
           coalesce((select allow_contact_visibility from donors where user_id = donor.id), false) as shows_number,
           ${unitsGivenFor(sql`open.id`)} as units_given, ${offersStandingFor(sql`open.id`)} as offers_standing
      from declined join link on link.id = declined.id
      join donor on donor.id = link.user_id join open on open.id = blood_request_id`.execute(db)
  const declined = new Map(rows.map(row => [row.hash, presentRow(row)]))
  return hashes.map(hash => declined.get(hash) ?? null)
}

const presentRow = ({
  hash: _,
  donorId,
  donorEmail,
  showsNumber,
  unitsGiven,
  offersStanding,
  ...bloodRequest
}: Row): Declined => ({
  bloodRequest,
  donor: { id: donorId, email: donorEmail, showsNumber },
  progress: { unitsGiven, offersStanding },
})
