import { DAY_MS } from '@blood-bank/contract/durations'
import { sql } from 'kysely'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { deleteMails } from '../../platform/mail/delete-mails.ts'
import { enqueueMails, MAX_ATTEMPTS } from '../../platform/mail/outbox.ts'
import type { AttemptLimits } from '../access/attempt-limits.ts'
import type { RecordSecurityEvent } from '../access/security-events.ts'
import { type ErasureHooks, eraseAccount } from './erase-account.ts'

/** How long before the erasure the mail that announces it is sent. */
const NOTICE_MS = 7 * DAY_MS

/** Limits the time of one run, and the emails of one minute; the next run continues. */
const BATCH_SIZE = 50

/** The kind of that mail in the outbox. */
export const ERASURE_MAIL = 'erasure-announced'

/** The condition for accounts that are erased eventually: not those of admins or suspended users. */
const IS_UNVERIFIED = sql<boolean>`not email_verified and role = 'user' and suspended_at is null`

type Options = { unverifiedAccountDays: number; now: Date }

/**
 * Enqueues the mail that announces an erasure, once for each account, even if several servers run this concurrently. A
 * mail that finally failed is enqueued again a week later, because it has not reached the owner.
 */
export async function announceErasures(db: Database, { unverifiedAccountDays, now }: Options): Promise<void> {
  if (!Number.isFinite(unverifiedAccountDays)) return
  const before = new Date(now.getTime() - Math.max(0, unverifiedAccountDays * DAY_MS - NOTICE_MS))
  await inTransaction(db, async db => {
    const { rows } = await sql<{ recipient: string }>`
      update users set erasure_announced_at = ${now} where id in (
        select id from users
         where ${IS_UNVERIFIED} and unverified_since <= ${before} and (
           erasure_announced_at is null or erasure_announced_at <= ${noticeBegan(now)} and exists (
             select from outbox where recipient = email and kind = ${ERASURE_MAIL} and attempts >= ${sql.lit(MAX_ATTEMPTS)}))
         order by unverified_since limit ${BATCH_SIZE} for update skip locked)
      returning email as recipient`.execute(db)
    await deleteMails(
      db,
      ERASURE_MAIL,
      rows.map(({ recipient }) => recipient),
    )
    await enqueueMails(db, ERASURE_MAIL, rows, { urgency: 'prompt' })
  })
}

type ErasureOptions = Options & {
  attempts: AttemptLimits
  recordSecurityEvent: RecordSecurityEvent
  hooks: ErasureHooks
}

/**
 * Erases accounts that were never verified, each in its own transaction and under a lock, so that an account verified
 * concurrently stays. An account is erased only if its mail was sent at least a week ago.
 */
export async function eraseUnverifiedAccounts(
  db: Database,
  { unverifiedAccountDays, now, attempts, recordSecurityEvent, hooks }: ErasureOptions,
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
    .limit(BATCH_SIZE)
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
      return eraseAccount(db, account, hooks)
    })
    if (isErased) recordSecurityEvent('account-erased', { userId: id, reason: 'never-verified' })
  }
}

const noticeBegan = (now: Date) => new Date(now.getTime() - NOTICE_MS)

/**
 * Schedules the erasure of an unverified account when the mail that announces it is sent: at least a week from now, however
 * long the mail has waited. Null when the account is no longer to be erased.
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

/** Finds when the erasure of an account was announced; null when it was not. */
export async function findErasureAnnouncement(db: Database, userId: string): Promise<Date | null> {
  const account = await db
    .selectFrom('users')
    .select('erasureAnnouncedAt')
    .where('id', '=', userId)
    .executeTakeFirst()
  return account?.erasureAnnouncedAt ?? null
}
