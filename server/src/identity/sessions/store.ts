import { randomBytes } from 'node:crypto'
import type { Page } from '@blood-bank/contract/listing'
import type { User } from '@blood-bank/contract/users/endpoints'
import { type Selectable, sql } from 'kysely'
import type pg from 'pg'
import { finiteOrNull } from '../../config/limits.ts'
import { SESSION_LIFETIME_S } from '../../config.ts'
import { createBatcher } from '../../platform/database/batcher.ts'
import type { Database, Transaction } from '../../platform/database/connection.ts'
import { newestFirst, type Paging, readListPage } from '../../platform/database/listing.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { createTableVersions, type TableVersionRow } from '../../platform/database/table-versions.ts'
import { ANONYMOUS, CACHED_TABLES, type CachedTable, type Caller } from '../access/caller.ts'

type FoundRow = TableVersionRow<CachedTable> &
  Pick<User, 'id' | 'email' | 'role'> & {
    token: string | null
    email_verified: boolean
    is_suspended: boolean
    password_given_at: Date
    ends_at: Date
    is_without_passkey: boolean
    is_before_promotion: boolean
    created_at: Date
    is_use_due: boolean
    hall_id: string | null
    coordinator_until: Date | null
    is_coordinator_ended: boolean | null
  }

/** The left join gives one row even when no session is found, so that the versions are always read. */
const findSessionsWith = (versionColumns: string) => `
    select versions.*, found.* from (select ${versionColumns}) versions left join (
      select token, users.id, users.email, role, email_verified, users.created_at,
        suspended_at is not null as is_suspended, password_given_at,
        least(expires_at, last_used_at + make_interval(days => $2)) as ends_at,
        passkey_id is null as is_without_passkey, coalesce(password_given_at < admin_since, false) as is_before_promotion,
        last_used_at < now() - interval '1 hour' as is_use_due,
        hall_id, coordinators.ends_at as coordinator_until, ended_at is not null as is_coordinator_ended
      from sessions join users on users.id = sessions.user_id left join coordinators on coordinators.user_id = users.id
      where token = any($1) and expires_at > now()
        and ($2::integer is null or last_used_at > now() - make_interval(days => $2))
    ) found on true`

type LookupOptions = {
  idleDays: number
  adminsNeedPasskey: boolean
  recordUse: (token: string) => void
  now: () => Date
}

/**
 * Finds the caller of a session that has not ended, with role and verification as they are now. Concurrent lookups are
 * batched into one statement, which also reads the versions of the cached tables. One by one they take more than all else
 * of a call whose reply is cached, and halve how many are answered (W2, W3 and W4 of the benchmark).
 */
export function createSessionLookup(
  pool: pg.Pool,
  { idleDays, adminsNeedPasskey, recordUse, now }: LookupOptions,
): (token: string) => Promise<Caller> {
  const { columns, begin } = createTableVersions(CACHED_TABLES)
  const findSessions = { name: 'find-sessions', text: findSessionsWith(columns) }
  return createBatcher(async (tokens: string[]) => {
    const read = begin()
    const { rows } = await pool.query<FoundRow>({ ...findSessions, values: [tokens, finiteOrNull(idleDays)] })
    const [first] = rows
    if (!first) throw new Error('The lookup of sessions returned no row.')
    const tableVersions = read(first)
    for (const { token, is_use_due } of rows) if (token !== null && is_use_due) recordUse(token)
    const callers = new Map(
      rows
        .filter(row => row.token !== null)
        .map(row => {
          const isPasskeyDue = adminsNeedPasskey && row.role === 'admin' && row.is_without_passkey
          const isPasswordDue = row.role === 'admin' && row.is_before_promotion
          return [
            row.token,
            {
              user: isPasskeyDue || isPasswordDue ? { ...userOf(row), role: 'user' as const } : userOf(row),
              isSuspended: row.is_suspended,
              passwordGivenAt: row.password_given_at,
              sessionEndsAt: row.ends_at,
              isPasskeyDue,
              isPasswordDue,
              coordinatorRight: rightOfCoordinator(row, now()),
              wasCoordinator: row.coordinator_until !== null,
              tableVersions,
            },
          ]
        }),
    )
    return tokens.map(token => callers.get(token) ?? ANONYMOUS)
  })
}

/** A user whose address is no longer verified is no coordinator, and an admin needs no such right. */
const rightOfCoordinator = (
  { role, email_verified, hall_id, coordinator_until, is_coordinator_ended }: FoundRow,
  now: Date,
): Caller['coordinatorRight'] =>
  coordinator_until && coordinator_until > now && !is_coordinator_ended && email_verified && role === 'user'
    ? { hallId: hall_id, endsAt: coordinator_until }
    : null

const userOf = ({ id, email, role, email_verified, created_at }: FoundRow): User => ({
  id,
  email,
  role,
  emailVerified: email_verified,
  createdAt: created_at.toISOString(),
})

/** The browser that starts a session. */
export type SessionOrigin = {
  address: string
  userAgent: string | undefined
  /** The token of the browser's current session, which ends. */
  replacedToken: string | null
}

const MAX_USER_AGENT_LENGTH = 300
const TOKEN_BYTES = 24

/** A session of a suspended user is long enough to download or erase their data. */
const SUSPENDED_LIFETIME_S = 60 * 60

/**
 * Starts a session, and ends the one that it replaces and the oldest beyond the limit. The transaction has locked the user:
 * sessions of one person start one after the other, also at several servers, and each counts those before it.
 * @param options.maxSessions how many sessions a user may have
 * @returns the token
 */
export async function startSession(
  db: Transaction,
  { id: userId, suspendedAt }: Pick<Selectable<Schema['users']>, 'id' | 'suspendedAt'>,
  { address, userAgent = '', replacedToken, maxSessions }: SessionOrigin & { maxSessions: number },
): Promise<string> {
  if (replacedToken !== null) await endSession(db, replacedToken)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const lifetime = suspendedAt === null ? SESSION_LIFETIME_S : SUSPENDED_LIFETIME_S
  await db
    .insertInto('sessions')
    .values({
      userId,
      token,
      // Not the start of the transaction, which may have waited for one that started a session.
      createdAt: sql`clock_timestamp()`,
      expiresAt: sql`clock_timestamp() + make_interval(secs => ${lifetime})`,
      ipAddress: address,
      userAgent: userAgent.slice(0, MAX_USER_AGENT_LENGTH),
    })
    .execute()
  if (Number.isFinite(maxSessions)) await endOldestSessions(db, userId, { kept: maxSessions })
  return token
}

/** Ends the sessions of a user but the newest. */
async function endOldestSessions(db: Transaction, userId: string, { kept }: { kept: number }) {
  const oldest = db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .offset(kept)
  await db.deleteFrom('sessions').where('id', 'in', oldest).execute()
}

export type SessionRow = Pick<
  Selectable<Schema['sessions']>,
  'id' | 'token' | 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'ipAddress' | 'userAgent'
>

/** The sessions of a user that have not ended. */
const liveSessionsOf = (db: Database, userId: string, idleDays: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'token', 'createdAt', 'lastUsedAt', 'expiresAt', 'ipAddress', 'userAgent'])
    .where('userId', '=', userId)
    .where(sql<boolean>`${isEnded(idleDays)} is not true`)

/** Not true, but null or false, of the others: without a limit nothing is known to be idle. */
const isEnded = (idleDays: number) => sql<boolean>`(expires_at <= now()
  or last_used_at <= now() - make_interval(days => ${finiteOrNull(idleDays)}::integer))`

/** Lists all sessions of a user that have not ended, for the account export. */
export const listSessionsOf = (db: Database, userId: string, idleDays: number): Promise<SessionRow[]> =>
  liveSessionsOf(db, userId, idleDays).orderBy('createdAt', 'desc').execute()

type Others = { userId: string; exceptToken: string; idleDays: number }

/** A page of them without the one that asks, newest first. */
export const listOtherSessionsOf = (
  db: Database,
  { userId, exceptToken, idleDays }: Others,
  paging: Paging,
): Promise<Page<SessionRow>> =>
  readListPage(liveSessionsOf(db, userId, idleDays).where('token', '<>', exceptToken), {
    ...paging,
    ...newestFirst('createdAt'),
  })

export async function endSession(db: Database, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token).execute()
}

/**
 * Removes expired and idle sessions, which nothing reads any more. Those that a change of role has ended are read until
 * they would have ended by themselves. Rows that a concurrent transaction is deleting are skipped: waiting for each other
 * could deadlock.
 */
export async function removeEndedSessions(db: Database, idleDays: number): Promise<void> {
  await sql`delete from sessions where id in (
    select id from sessions
     where ${isEnded(idleDays)} and not (
       ended_by_role_change and created_at > now() - make_interval(secs => ${SESSION_LIFETIME_S})
       and last_used_at > now() - make_interval(days => ${finiteOrNull(idleDays)}::integer))
       for update skip locked)`.execute(db)
}

/** Records in a session when its user last entered the password. */
export async function setPasswordGivenAt(
  db: Database,
  { token, at }: { token: string | null; at: Date },
): Promise<void> {
  await db.updateTable('sessions').set({ passwordGivenAt: at }).where('token', '=', token).execute()
}

/**
 * Ends every session of a user whose role changed. They expire, and stay, so that the browsers that had them can say why
 * somebody has to sign in again.
 */
export async function endSessionsByRoleChange(db: Database, userId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expiresAt: sql`now()`, endedByRoleChange: true })
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .execute()
}

/** Whether the session of a token has ended because the role of its user changed. */
export async function hasEndedByRoleChange(db: Database, token: string): Promise<boolean> {
  const ended = await db
    .selectFrom('sessions')
    .select('id')
    .where('token', '=', token)
    .where('endedByRoleChange', '=', true)
    .executeTakeFirst()
  return ended !== undefined
}

/** Ends every session of a user, except that of the token `but`. */
export async function endSessionsOf(
  db: Database,
  userId: string,
  { but = null }: { but?: string | null } = {},
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(but !== null, rest => rest.where('token', '<>', but as string))
    .execute()
}
