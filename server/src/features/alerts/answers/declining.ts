import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connection.ts'
import { hashLinkToken } from '../../../platform/secrets/link-token.ts'
import { IS_LISTED } from '../../blood-requests/queries.ts'
import { makeDue } from '../../blood-requests/store.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import { unitsGivenFor } from '../../offers/donations/queries.ts'
import { offersStandingFor } from '../../offers/queries.ts'
import { declineUnanswered } from '../store.ts'

/** The request of an alert that was answered with no, and what its answer page shows. */
export type Declined = BloodRequestRow & {
  donorId: string
  donorEmail: string
  showsNumber: boolean
  unitsGiven: number
  offersStanding: number
}

/**
 * Answers an alert with no if it has no answer yet, and makes the planner look at the request, in one statement: nearly all
 * answers are such, and after a wave many arrive at once. Each subquery needs the one before, so that the user is locked
 * before the request, and the request before the alert.
 * @returns null, and changes nothing, if the link is dead or the alert has an answer
 */
export async function declineFirst(db: Database, token: string, now: Date): Promise<Declined | null> {
  const { rows } = await sql<Declined>`
    with link as materialized (
      select alerts.* from alert_links join alerts on alerts.id = alert_id where token_hash = ${hashLinkToken(token)}
    ), donor as materialized (
      select id, email from users where id = (select user_id from link) for key share
    ), open as materialized (
      select * from blood_requests
       where id = (select blood_request_id from link join donor on donor.id = user_id) and ${IS_LISTED}
         for no key update
    ), declined as (
      ${declineUnanswered({
        alertIds: sql`array(select link.id from link join open on open.id = blood_request_id)`,
        answeredAt: now,
      })}
    ), due as (
      ${makeDue({ ids: sql`array(select open.id from open, declined)`, now })}
    )
    select open.*, donor.id as donor_id, donor.email as donor_email,
           coalesce((select allow_contact_visibility from donors where user_id = donor.id), false) as shows_number,
           ${unitsGivenFor(sql`open.id`)} as units_given, ${offersStandingFor(sql`open.id`)} as offers_standing
      from declined, open, donor`.execute(db)
  return rows[0] ?? null
}
