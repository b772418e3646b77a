import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { findEmailsOfUsers } from '../../identity/users/store.ts'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { enqueueMails } from '../../platform/mail/outbox.ts'
import { isListedRequest } from '../blood-requests/queries.ts'
import { lockBloodRequest } from '../blood-requests/store.ts'
import type { DonorCallHooks } from '../kept-donors/calls/noting.ts'
import { TAKING_BACK_MS } from '../offers/taking-back.ts'

/** The mail to somebody who said on the phone that they come. */
export const ANSWER_LINK_MAIL = 'answer-link'

/**
 * Emails somebody the link to answer, as they said on the phone that they come. It waits for a while, and is not sent if the
 * coordinator has noted it by mistake.
 */
export const sendAnswerLink: DonorCallHooks['sendAnswerLink'] = async (db, { callId, userId }) => {
  const mails = (await findEmailsOfUsers(db, [userId])).map(recipient => ({
    recipient,
    aboutUserId: userId,
    aboutId: callId,
    key: `answer-link ${callId}`,
  }))
  await enqueueMails(db, ANSWER_LINK_MAIL, mails, { urgency: 'prompt', delayMs: TAKING_BACK_MS })
}

/**
 * Makes the alert of somebody who said on the phone that they come, whatever they chose for others; or makes the one that they
 * have anew, unless they said yes to it.
 * @returns the id; null if the coordinator has undone it, or the request needs nobody any more
 */
export const alertCalledDonor = (db: Database, callId: string, now: Date): Promise<string | null> =>
  inTransaction(db, async db => {
    // The people before the request, as everywhere.
    const { rows } = await sql<{ bloodRequestId: string }>`
      select blood_requests.id as blood_request_id
        from donor_calls join blood_requests on blood_requests.id = blood_request_id
        join users on users.id in (donor_calls.user_id, blood_requests.user_id)
       where donor_calls.id = ${callId} order by users.id for key share of users`.execute(db)
    if (!rows[0]) return null
    await lockBloodRequest(db, rows[0].bloodRequestId, 'for share')
    const { rows: alerts } = await sql<{ id: string }>`
      insert into alerts (blood_request_id, requester_id, user_id, need, urgency, component, kind, requester_has_record, alerted_at)
      select blood_requests.id, blood_requests.user_id, donor_calls.user_id, ${randomBytes(32)}, urgency, component, 'call', true, ${now}
        from donor_calls join blood_requests on blood_requests.id = blood_request_id
       where donor_calls.id = ${callId} and result = 'coming' and donor_calls.user_id is not null and ${isListedRequest()}
      on conflict (blood_request_id, user_id) do update set kind = 'call', answer = null, answered_at = null
        where alerts.answer is distinct from 'yes'
      returning id`.execute(db)
    return alerts[0]?.id ?? null
  })
