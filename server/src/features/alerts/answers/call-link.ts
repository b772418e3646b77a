import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { findEmailsOfUsers } from '../../../identity/users/store.ts'
import type { DonorCallHooks } from '../../kept-donors/calls/hooks.ts'
import { enqueueAlertMails } from '../mails.ts'
import type { NewAlert } from '../store.ts'

/**
 * Emails somebody the link to answer, as they said on the phone that they come. It is an alert whatever they chose for others,
 * or once more the one that they have, unless they said yes to it. The request is locked.
 */
export const sendAnswerLink: DonorCallHooks['sendAnswerLink'] = async (db, { bloodRequest, userId, now }) => {
  const { id, userId: requesterId, urgency, component } = bloodRequest
  const { rows } = await sql<NewAlert>`
    insert into alerts (blood_request_id, requester_id, user_id, need, urgency, component, kind, requester_has_record, alerted_at)
    values (${id}, ${requesterId}, ${userId}, ${randomBytes(32)}, ${urgency}, ${component}, 'call', true, ${now})
    on conflict (blood_request_id, user_id) do update set kind = 'call', answer = null, answered_at = null
      where alerts.answer is distinct from 'yes'
    returning id, user_id`.execute(db)
  const emails = await findEmailsOfUsers(db, [userId])
  await enqueueAlertMails(db, rows, new Map(emails.map(email => [userId, email])))
}
