import { createHash } from 'node:crypto'
import type pg from 'pg'
import { inTurn } from '../in-turn.ts'

/** More than are answered before the answers are removed. */
const ALERTS = 40_000

/**
 * Stores alerts for active requests that were sent to as many donors and not answered yet.
 * @returns the tokens of their links in turn
 */
export async function storeAnswerableAlerts(db: pg.ClientBase): Promise<() => string> {
  const tokens = Array.from({ length: ALERTS }, (_, nth) =>
    createHash('sha256').update(`the link of alert ${nth}`).digest('base64url'),
  )
  await db.query(
    `with donor as (
       select user_id, row_number() over (order by md5(user_id::text)) as nth from donors limit $2
     ), open as (
       select *, row_number() over (order by requested_at desc, id) as nth from blood_requests
        where status = 'active' and not is_hidden and hidden_at is null
     ), asked as (
       insert into alerts (blood_request_id, requester_id, user_id, need, urgency, kind, alerted_at)
       select open.id, open.user_id, donor.user_id, sha256(open.id::text::bytea), open.urgency, 'wave', now()
         from donor join open on open.nth = 1 + donor.nth % (select count(*) from open)
       returning id
     )
     insert into alert_links (token_hash, alert_id)
     select sha256(token::bytea), id
       from (select id, row_number() over () as nth from asked) asked
       join unnest($1::text[]) with ordinality as links (token, nth) using (nth)`,
    [tokens, ALERTS],
  )
  await db.query('vacuum (analyze) alerts, alert_links')
  return inTurn(tokens)
}

/** Makes the alerts as they were. */
export const removeAnswers = (db: pg.ClientBase) =>
  db.query('update alerts set answer = null, answered_at = null where answer is not null')
