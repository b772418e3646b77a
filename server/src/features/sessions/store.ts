import type { User } from '@blood-bank/contract/users'
import type { Database } from '../../database/connection.ts'

/** Who holds a session that has not ended; role and verification as they are now. */
export async function findSessionUser(db: Database, token: string): Promise<User | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id', 'users.email', 'users.role', 'users.emailVerified', 'users.createdAt'])
    .where('sessions.token', '=', token)
    .where('sessions.expiresAt', '>', new Date())
    .executeTakeFirst()
  return row ? { ...row, createdAt: row.createdAt.toISOString() } : null
}

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
