import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inTurn } from './figures.ts'
import { IS_ACTIVE } from './plain-server/statements.ts'

export type Member = { id: string; email: string }

/** The users of the campus who send the requests. */
export type Members = Awaited<ReturnType<typeof chooseMembers>>

/** Of the member, as W4 expects. */
const OWN_BLOOD_REQUESTS = 4
/** Many, because the product limits concurrent sign-ins of one account: 16 for each connection when there are 64. */
const SIGNERS = 1_024
/** More than are answered before the answers are removed. */
const ALERTS = 40_000

/** @throws if the campus has too few users of a kind */
export async function chooseMembers(db: pg.ClientBase) {
  const choose = async (where: string, limit = 1): Promise<[Member, ...Member[]]> => {
    const { rows } = await db.query<Member>(
      `select id, email from users where email_verified and ${where} order by md5(id::text) limit ${limit}`,
    )
    if (rows.length < limit) throw new Error(`The campus has too few members where ${where}.`)
    return rows as [Member, ...Member[]]
  }
  const withRequests = (count: number) =>
    `role = 'user' and (select count(*) from blood_requests where user_id = users.id) = ${count}`
  const [member] = await choose(withRequests(OWN_BLOOD_REQUESTS))
  // All of the poster's requests are from W5.
  const [poster] = await choose(withRequests(0))
  const [admin] = await choose(`role = 'admin'`)
  const signers: Member[] = await choose(
    `role = 'user' and id not in ('${member.id}', '${poster.id}')`,
    SIGNERS,
  )
  return { member, poster, admin, signers, nextToken: await storeAnswerableAlerts(db) }
}

/**
 * Stores alerts for active requests that were sent to as many donors and not answered yet.
 * @returns the tokens of their links in turn
 */
async function storeAnswerableAlerts(db: pg.ClientBase): Promise<() => string> {
  const tokens = Array.from({ length: ALERTS }, () => randomBytes(32).toString('base64url'))
  const storeLinks = `
    insert into alert_links (token_hash, alert_id)
    select sha256(token::bytea), id
      from (select id, row_number() over () as nth from asked) asked
      join unnest($3::text[]) with ordinality as links (token, nth) using (nth)`
  await db.query(storeAlertsAnd(storeLinks), [ALERTS, ALERTS, tokens])
  await db.query('vacuum (analyze) alerts, alert_links')
  return inTurn(tokens)
}

/**
 * Stores alerts to donors for active requests, as the planner does, and something for each. $1 how many alerts, $2 for how
 * many requests at most.
 * @param then is run with `asked`, the alerts @param donors which donors
 */
export const storeAlertsAnd = (then: string, donors = 'true') => `
  with donor as (
    select user_id, row_number() over (order by user_id) as nth
      from donors join users on users.id = user_id where ${donors} order by user_id limit $1
  ), open as (
    select id, user_id, row_number() over (order by id) as nth
      from blood_requests where ${IS_ACTIVE} order by id limit $2
  ), asked as (
    insert into alerts (blood_request_id, requester_id, user_id, need, urgency, kind, alerted_at)
    select open.id, open.user_id, donor.user_id, sha256(open.id::text::bytea), 'urgent', 'wave', now()
      from donor join open on open.nth = 1 + donor.nth % (select count(*) from open)
    returning id, user_id
  )
  ${then}`

/**
 * Removes what W5, W7 and W10 wrote from tables and indexes and flushes to the disk, so that every round starts in the same
 * state.
 */
export async function removeWrites(db: pg.ClientBase, { poster, signers }: Members): Promise<void> {
  await db.query('delete from blood_requests where user_id = $1', [poster.id])
  await db.query('delete from sessions where user_id = any ($1)', [signers.map(({ id }) => id)])
  await db.query('update alerts set answer = null, answered_at = null where answer is not null')
  await db.query('vacuum (index_cleanup on) blood_requests, sessions, attempt_limits, alerts')
  await db.query('checkpoint')
}
