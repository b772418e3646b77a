import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { finiteOrNull } from '../../config/limits.ts'
import { SESSION_LIFETIME_S } from '../../config.ts'
import type { Database } from '../../platform/database/connection.ts'

/** The browser that starts a session. */
export type SessionOrigin = {
  address: string
  userAgent: string | undefined
  /** The token of the browser's current session, which ends. */
  replacedToken: string | null
}

type NewSession = SessionOrigin & {
  userId: string
  /** How many sessions a user may have; one more ends the oldest. */
  maxSessions: number
}

const MAX_USER_AGENT_LENGTH = 300
const TOKEN_BYTES = 24

/**
 * Starts a session in one round trip (`migrations/0101-accounts.sql`).
 * @returns the token, and whether the account is suspended; null when the account no longer exists
 */
export async function startSession(
  db: Database,
  { userId, address, userAgent = '', replacedToken, maxSessions }: NewSession,
): Promise<{ token: string; isSuspended: boolean } | null> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const agent = userAgent.slice(0, MAX_USER_AGENT_LENGTH)
  const { rows } = await sql<{ isStarted: boolean; isSuspended: boolean | null }>`
    select * from start_session(${userId}, ${token}, make_interval(secs => ${SESSION_LIFETIME_S}), ${address}, ${agent},
      ${replacedToken}, ${finiteOrNull(maxSessions)})`.execute(db)
  const [outcome] = rows
  return outcome?.isStarted ? { token, isSuspended: outcome.isSuspended === true } : null
}
