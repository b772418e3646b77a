import type pg from 'pg'
import { removeAnswers, storeAnswerableAlerts } from './alerts/answerable.ts'

export type Member = { id: string; email: string }

/** The users of the campus who send the requests. */
export type Members = {
  /** Has as many blood requests as W4 expects. */
  member: Member
  /** Has no blood requests, so that all of theirs are from W5. */
  poster: Member
  admin: Member
  /** Many, because the product limits concurrent sign-ins of one account. */
  signers: Member[]
  /** The token of the link in the next alert, of so many that none is answered twice before `removeWrites`. */
  nextToken: () => string
}

const OWN_BLOOD_REQUESTS = 4
/** Enough for 16 of each connection when there are 64. */
const SIGNERS = 1_024

/** @throws if the campus has too few users of a kind */
export async function chooseMembers(db: pg.ClientBase): Promise<Members> {
  const choose = async (where: string, limit = 1): Promise<[Member, ...Member[]]> => {
    const { rows } = await db.query<Member>(
      `select id, email from users where email_verified and ${where} order by md5(id::text) limit ${limit}`,
    )
    const [first, ...others] = rows
    if (!first || rows.length < limit) throw new Error(`The campus has too few members where ${where}.`)
    return [first, ...others]
  }
  const withRequests = (count: string) =>
    `role = 'user' and (select count(*) from blood_requests where user_id = users.id) ${count}`
  const [member] = await choose(withRequests(`= ${OWN_BLOOD_REQUESTS}`))
  const [poster] = await choose(withRequests('= 0'))
  const [admin] = await choose(`role = 'admin'`)
  const signers = await choose(`role = 'user' and id not in ('${member.id}', '${poster.id}')`, SIGNERS)
  return { member, poster, admin, signers, nextToken: await storeAnswerableAlerts(db) }
}

/**
 * Removes what W5, W7 and W10 wrote from tables and indexes and flushes to the disk, so that every round starts in the same
 * state.
 */
export async function removeWrites(db: pg.ClientBase, { poster, signers }: Members): Promise<void> {
  await db.query('delete from blood_requests where user_id = $1', [poster.id])
  await db.query('delete from sessions where user_id = any ($1)', [signers.map(({ id }) => id)])
  await removeAnswers(db)
  await db.query('vacuum (index_cleanup on) blood_requests, sessions, attempt_limits, alerts')
  await db.query('checkpoint')
}
