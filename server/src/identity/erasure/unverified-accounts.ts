import { sql } from 'kysely'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { MAX_ATTEMPTS } from '../../platform/mail/outbox.ts'
import type { RecordSecurityEvent } from '../audit/security-events.ts'
import type { AttemptLimits } from '../passwords/attempt-limits.ts'
import { eraseAccount } from './erase-account.ts'

const DAY_MS = 86_400_000

/** How long before its erasure the mail about it is put out. */
const NOTICE_MS = 7 * DAY_MS

/** Accounts in one statement: its time is bounded, and the next round goes on. */
const BATCH = 500

/** The kind of that mail in the outbox. */
export const ERASURE_MAIL = 'erasure-announced'

/** Which accounts are erased in the end: not those of admins or the suspended. */
const IS_UNVERIFIED = sql<boolean>`not email_verified and role = 'user' and suspended_at is null`

type Options = { unverifiedAccountDays: number; now: Date }

/**
 * Puts out the mail that announces an erasure, once for each account: also several servers, at once, mail nobody
 * twice. A mail that was given up is put out again a week later, as it has reached nobody.
 */
export async function announceErasures(db: Database, { unverifiedAccountDays, now }: Options): Promise<void> {
  if (!Number.isFinite(unverifiedAccountDays)) return
  const before = new Date(now.getTime() - Math.max(0, unverifiedAccountDays * DAY_MS - NOTICE_MS))
  await sql`
    with announced as (
      update users set erasure_announced_at = ${now} where id in (
        select id from users
         where ${IS_UNVERIFIED} and unverified_since <= ${before} and (
           erasure_announced_at is null or erasure_announced_at <= ${noticeBegan(now)} and exists (
             select from outbox where recipient = email and kind = ${ERASURE_MAIL} and attempts >= ${sql.lit(MAX_ATTEMPTS)}))
         order by unverified_since limit ${BATCH} for update skip locked)
      returning email
    ), given_up as (
      delete from outbox using announced where recipient = email and kind = ${ERASURE_MAIL}
    )
    insert into outbox (kind, recipient) select ${ERASURE_MAIL}, email from announced`.execute(db)
}

type Erasing = Options & { attempts: AttemptLimits; recordSecurityEvent: RecordSecurityEvent }

/**
 * Erases the accounts that were never verified, each in a transaction of its own and under a lock, so that one that is
 * verified at this moment stays. Nobody is erased whose mail was not sent a week ago or longer.
 */
export async function eraseUnverifiedAccounts(
  db: Database,
  { unverifiedAccountDays, now, attempts, recordSecurityEvent }: Erasing,
): Promise<void> {
  if (!Number.isFinite(unverifiedAccountDays)) return
  const before = new Date(now.getTime() - unverifiedAccountDays * DAY_MS)
  const isDue = sql<boolean>`
    ${IS_UNVERIFIED} and unverified_since <= ${before} and erasure_announced_at <= ${noticeBegan(now)}
    and not exists (select from outbox where recipient = email and kind = ${ERASURE_MAIL})`
  const due = await db
    .selectFrom('users')
    .select('id')
    .where(isDue)
    .orderBy('unverifiedSince')
    .limit(BATCH)
    .execute()
  for (const { id } of due) {
    const isErased = await inTransaction(db, async db => {
      const account = await db
        .selectFrom('users')
        .select(['id', 'email'])
        .where('id', '=', id)
        .where(isDue)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!account) return false
      await attempts.deleteAttempts(db, account.email, account.id)
      return eraseAccount(db, account)
    })
    if (isErased) recordSecurityEvent('account-erased', { userId: id, reason: 'never-verified' })
  }
}

const noticeBegan = (now: Date) => new Date(now.getTime() - NOTICE_MS)

/**
 * When an account that stays unverified is erased: not earlier than a week from now, when the mail that tells of it is
 * sent, however long it has waited. Null when the account is not to be erased (any more).
 */
export async function scheduleErasure(
  db: Database,
  userId: string,
  { unverifiedAccountDays, now }: Options,
): Promise<Date | null> {
  if (!Number.isFinite(unverifiedAccountDays)) return null
  const account = await db
    .updateTable('users')
    .set({ erasureAnnouncedAt: now })
    .where('id', '=', userId)
    .where(IS_UNVERIFIED)
    .returning('unverifiedSince')
    .executeTakeFirst()
  if (!account) return null
  const dueAt = account.unverifiedSince.getTime() + unverifiedAccountDays * DAY_MS
  return new Date(Math.max(dueAt, now.getTime() + NOTICE_MS))
}

/** When the erasure of an account was announced; null when it was not. */
export async function findErasureAnnouncement(db: Database, userId: string): Promise<Date | null> {
  const account = await db
    .selectFrom('users')
    .select('erasureAnnouncedAt')
    .where('id', '=', userId)
    .executeTakeFirst()
  return account?.erasureAnnouncedAt ?? null
}
