import type pg from 'pg'

export type Member = { id: string; email: string }

/** The members of the campus who make the calls. */
export type Members = {
  /** has as many blood requests as W4 asks for */
  member: Member
  /** has none, so that all of them are what W5 has posted */
  poster: Member
  admin: Member
  /** many: of one account the product lets few sign in at a time */
  signers: Member[]
}

const OWN_BLOOD_REQUESTS = 4
/** Enough for 16 of each connection when there are 64. */
const SIGNERS = 1_024

/** @throws when the campus lacks one of them */
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
  return { member, poster, admin, signers }
}

/**
 * Removes what W5 and W7 have written, from the tables and their indexes, and writes everything to the disk, so that
 * the next round finds what this one has found.
 */
export async function removeTraces(db: pg.ClientBase, { poster, signers }: Members): Promise<void> {
  await db.query('delete from blood_requests where user_id = $1', [poster.id])
  await db.query('delete from sessions where user_id = any ($1)', [signers.map(({ id }) => id)])
  await db.query('vacuum (index_cleanup on) blood_requests, sessions, attempt_limits')
  await db.query('checkpoint')
}
