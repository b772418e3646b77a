import { sql } from 'kysely'
import { createBatcher } from '../../../platform/database/batcher.ts'
import type { Database } from '../../../platform/database/connection.ts'
import { hashLinkToken } from '../../../platform/secrets/link-token.ts'
import { isListedRequest } from '../../blood-requests/queries.ts'
import { makeDue } from '../../blood-requests/store.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import { unitsGivenFor } from '../../offers/donations/queries.ts'
import { offersStandingFor } from '../../offers/queries.ts'
import { declineUnanswered } from '../store.ts'

/** The request of an alert that was answered with no, and what its answer page shows. */
type Declined = BloodRequestRow & {
  donorId: string
  donorEmail: string
  showsNumber: boolean
  unitsGiven: number
  offersStanding: number
}

/**
 * Creates the function that answers an alert with no if it has no answer yet, and has the request planned again. Nearly all
 * answers are such, and after a wave many arrive at once: those that arrive while the statement runs are stored together
 * by the next one.
 * @returns the function; its promise is null, and nothing is changed, if the link is dead, the alert has an answer, or its
 *   request is locked: then the caller has to wait for the lock
 */
export const createDecliner = (
  db: Database,
  now: () => Date,
): ((token: string) => Promise<Declined | null>) =>
  createBatcher(tokens => declineTogether(db, tokens, now()))

/**
 * Each subquery needs the one before, so that requests are locked before alerts. Two of these statements cannot wait for
 * each other, as neither waits for a request.
 */
async function declineTogether(db: Database, tokens: string[], now: Date): Promise<(Declined | null)[]> {
  const hashes = tokens.map(token => hashLinkToken(token).toString('hex'))
  const { rows } = await sql<Declined & { hash: string }>`
    with link as materialized (
      select hash, alerts.id, user_id, blood_request_id
        from unnest(${hashes}::text[]) hash
        join alert_links on token_hash = decode(hash, 'hex') join alerts on alerts.id = alert_id
    ), open as materialized (
      select * from blood_requests
       where id = any (array(select blood_request_id from link)) and ${isListedRequest()}
         for no key update skip locked
    ), declined as (
      ${declineUnanswered({
        alertIds: sql`array(select link.id from link join open on open.id = blood_request_id)`,
        answeredAt: now,
      })}
    ), due as (
      ${makeDue({ ids: sql`array(select blood_request_id from link join declined using (id))`, now })}
    )
    select hash, open.*, users.id as donor_id, users.email as donor_email,
           coalesce((select allow_contact_visibility from donors where user_id = users.id), false) as shows_number,
           ${unitsGivenFor(sql`open.id`)} as units_given, ${offersStandingFor(sql`open.id`)} as offers_standing
      from declined join link using (id) join users on users.id = link.user_id
      join open on open.id = blood_request_id`.execute(db)
  const declined = new Map(rows.map(({ hash, ...answer }) => [hash, answer]))
  return hashes.map(hash => {
    const answer = declined.get(hash)
    // A second press has changed nothing.
    declined.delete(hash)
    return answer ?? null
  })
}
