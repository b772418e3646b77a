import type { CountedPage } from '@blood-bank/contract/listing'
import { cleanEmail } from '@blood-bank/contract/typed-text/clean'
import type { UserListing } from '@blood-bank/contract/users/administration'
import type { Role } from '@blood-bank/contract/users/endpoints'
import { type Selectable, sql } from 'kysely'
import type * as z from 'zod/mini'
import { type Database, firstOrNull, type Transaction } from '../../platform/database/connection.ts'
import { containsText, readCountedPage, type SortKey } from '../../platform/database/listing.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { accountsOfPerson } from '../mailboxes/mailbox.ts'

export type UserRow = Selectable<Schema['users']>

type Listing = z.output<typeof UserListing>

export async function listAdminEmails(db: Database): Promise<string[]> {
  const admins = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .orderBy('email')
    .execute()
  return admins.map(admin => admin.email)
}

const SORT_KEYS: Record<Listing['sort'], SortKey> = {
  createdAt: { by: sql`created_at`, kind: 'time' },
  email: { by: sql`email`, kind: 'text' },
}

/** Users as an admin filters and sorts them. */
export function listUsers(db: Database, listing: Listing): Promise<CountedPage<UserRow>> {
  const { search, role, sort } = listing
  const query = db
    .selectFrom('users')
    .selectAll()
    .$if(search !== '', rest => rest.where(containsText('email', cleanEmail(search))))
    .$if(role !== undefined, rest => rest.where('role', '=', role as never))
  return readCountedPage(query, { ...listing, key: SORT_KEYS[sort] })
}

export const findUser = (db: Database, id: string): Promise<UserRow | null> =>
  firstOrNull(db.selectFrom('users').selectAll().where('id', '=', id))

export const findUserByEmail = (db: Database, email: string) =>
  firstOrNull(db.selectFrom('users').select(['id', 'email', 'emailVerified']).where('email', '=', email))

/** Those of the addresses that have a verified account. */
export async function findVerifiedEmails(db: Database, emails: string[]): Promise<Set<string>> {
  const users = await db
    .selectFrom('users')
    .select('email')
    .where('email', '=', sql<string>`any (${emails})`)
    .where('emailVerified', '=', true)
    .execute()
  return new Set(users.map(({ email }) => email))
}

/** Finds users by their ids; those who were erased are missing. */
export async function findUsers(
  db: Database,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, UserRow>> {
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** The addresses of users; those who were erased are missing. */
export async function findEmailsOfUsers(db: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const users = await db.selectFrom('users').select('email').where('id', 'in', ids).orderBy('email').execute()
  return users.map(({ email }) => email)
}

/**
 * Locks a user against erasure and suspension, before rows that refer to the user are written. Without it, a suspension
 * could hold the user and wait for the caller's other locks, while the caller waits for the user.
 */
export async function lockReferencedUser(db: Database, id: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', id).forKeyShare().execute()
}

/**
 * Locks a user for a change that depends on the current state; null when the user no longer exists. With `for no key
 * update`, rows that refer to the user can be stored meanwhile; with `for share` it only stays as it is.
 */
export async function lockUser(
  db: Database,
  id: string,
  strength: 'for update' | 'for no key update' | 'for share' = 'for update',
): Promise<UserRow | null> {
  const query = db.selectFrom('users').selectAll().where('id', '=', id)
  if (strength === 'for share') return firstOrNull(query.forShare())
  return firstOrNull(strength === 'for update' ? query.forUpdate() : query.forNoKeyUpdate())
}

/**
 * Locks a mailbox until the transaction ends, before any user is locked: what holds for all accounts of a person is changed
 * by one transaction at a time, and no account is verified meanwhile.
 */
export async function lockMailbox(db: Transaction, mailbox: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${mailbox}, 113))`.execute(db)
}

/** The same for the mailbox of a user. */
export async function lockMailboxOf(db: Transaction, userId: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(mailbox, 113)) from users where id = ${userId}`.execute(db)
}

/** Locks all accounts of a person; empty when the user no longer exists. The mailbox is locked. */
export const lockAccountsOfPerson = (db: Transaction, userId: string): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', accountsOfPerson(userId))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Stops a person from posting since a time, because of reports; an earlier time stays. The mailbox is locked. */
export async function stopPosting(db: Transaction, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ postingStoppedAt: sql`coalesce(posting_stopped_at, ${at})` })
    .where('id', 'in', accountsOfPerson(userId))
    .execute()
}

/** Lets a person post again. The mailbox is locked. */
export async function allowPosting(db: Transaction, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ postingStoppedAt: null })
    .where('id', 'in', accountsOfPerson(userId))
    .execute()
}

/** Locks a user by email. */
export const lockUserByEmail = (db: Database, email: string): Promise<UserRow | null> =>
  firstOrNull(db.selectFrom('users').selectAll().where('email', '=', email).forUpdate())

/** @throws an error that `isLastAdminError` recognizes, when no admin would be left */
export async function setRole(db: Database, id: string, role: Role): Promise<UserRow> {
  return db
    .updateTable('users')
    .set({ role, adminSince: role === 'admin' ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Marks a user as suspended since a time; null lifts the suspension. */
export const setSuspendedAt = (db: Database, id: string, suspendedAt: Date | null): Promise<UserRow> =>
  db.updateTable('users').set({ suspendedAt }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Marks the email of a user as verified. @returns null when it was before, or the user no longer exists */
export const setEmailVerified = (db: Transaction, id: string): Promise<UserRow | null> =>
  firstOrNull(
    db
      .updateTable('users')
      .set({ emailVerified: true })
      .where('id', '=', id)
      .where('emailVerified', '=', false)
      .returningAll(),
  )

/** Lets the account be verified although its mailbox has another one. */
export const allowToShareMailbox = (db: Transaction, id: string): Promise<UserRow> =>
  db
    .updateTable('users')
    .set({ mayShareMailbox: true })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Those of the mailboxes that have a verified account. */
export async function findUsedMailboxes(db: Database, mailboxes: string[]): Promise<Set<string>> {
  if (mailboxes.length === 0) return new Set()
  const users = await db
    .selectFrom('users')
    .select('mailbox')
    .where('mailbox', '=', sql<string>`any (${mailboxes})`)
    .where('emailVerified', '=', true)
    .execute()
  return new Set(users.map(({ mailbox }) => mailbox))
}

/** The SQLSTATE of a change that would leave no admin (`0101-accounts.sql`). */
const LAST_ADMIN = 'BB001'

/** Whether the database rejected a statement because no admin would be left. */
export const isLastAdminError = (error: unknown) =>
  error instanceof Error && (error as { code?: unknown }).code === LAST_ADMIN
