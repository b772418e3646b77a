import type { User } from '@blood-bank/contract/users'
import type pg from 'pg'
import { followChanges, SIGHT, type Sight } from '../../database/changes.ts'
import type { Database } from '../../database/connection.ts'
import { inBatches } from '../../database/in-batches.ts'
import { type Caller, NOBODY } from '../../http/serve.ts'

type FoundRow = Sight &
  Pick<User, 'id' | 'email' | 'role'> & {
    token: string | null
    email_verified: boolean
    created_at: Date
    last_change: string
  }

/** Prepared: every call of the signed in asks it. It gives a row even when no session is found. */
const WHO_CALLS = {
  name: 'who-calls',
  text: `
    select sight.*, found.* from (select ${SIGHT}) sight left join (
      select token, users.id, users.email, role, email_verified, users.created_at, last_change
      from sessions join users on users.id = user_id
      where token = any($1) and expires_at > now()
    ) found on true`,
}

/**
 * Finds out who holds a session that has not ended, with role and verification as they are now. Many calls at once
 * are looked up together, by one indexed reading.
 */
export function openSessionCheck(pool: pg.Pool): (token: string) => Promise<Caller> {
  const follow = followChanges()
  return inBatches(async (tokens: string[]) => {
    const { rows } = await pool.query<FoundRow>({ ...WHO_CALLS, values: [tokens] })
    const [sight] = rows
    if (!sight) throw new Error('What has been seen is always a row.')
    const seen = follow(sight)
    const latest = Number(sight.latest_change)
    const callers = new Map(
      rows
        .filter(row => row.token !== null)
        .map(row => [
          row.token,
          { user: userOf(row), seen, ownChange: { mine: Number(row.last_change), latest } },
        ]),
    )
    return token => callers.get(token) ?? NOBODY
  })
}

const userOf = ({ id, email, role, email_verified, created_at }: FoundRow): User => ({
  id,
  email,
  role,
  emailVerified: email_verified,
  createdAt: created_at.toISOString(),
})

export type SessionRow = {
  token: string
  createdAt: Date
  expiresAt: Date
  ipAddress: string | null
  userAgent: string | null
}

/** The sessions of a user that have not ended, newest first. */
export const listSessionsOf = (db: Database, userId: string): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .select(['token', 'createdAt', 'expiresAt', 'ipAddress', 'userAgent'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', new Date())
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

export async function endSession(db: Database, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token).execute()
}

/** Sessions past their end; nothing reads them any more. */
export async function removeEndedSessions(db: Database): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<=', new Date()).execute()
}
