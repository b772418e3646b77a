import { HOUR_MS } from '@blood-bank/contract/durations'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { type Selectable, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/connection.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { createKeyedHash } from '../../platform/secrets/hashes.ts'
import type { HideRecords } from '../access/account-hooks.ts'
import { accountsOfPerson, mailboxOf } from '../mailboxes/mailbox.ts'
import { findUser, lockMailboxOf, lockUser, stopPosting, type UserRow } from '../users/store.ts'
import { findSuspension, suspendAccount } from '../users/suspensions.ts'
import type { ErasedCounts } from './tables.ts'

type ListTimes = (db: Database, userId: string, since: Date) => Promise<Date[]>

/** What features read before an account is erased, and give back to the account that follows it. */
export type ErasedAccountHooks = {
  /** Those of the last day by the database's clock, which has made them. */
  listPostTimes: (db: Database, userId: string) => Promise<Date[]>
  listReportTimes: ListTimes
  /** When donors were asked for the user. */
  listAlertTimes: ListTimes
  restorePosts: (db: Database, userId: string, times: string[]) => Promise<void>
  /** The phone numbers that the user was sent. */
  listNumbersSent: (
    db: Database,
    userId: string,
    since: Date,
  ) => Promise<{ sentAt: Date; numbers: string[] }[]>
  restoreNumbersSent: (db: Database, userId: string, sent: ErasedCounts['numbers']) => Promise<void>
  /** The cases of reports about the user that wait for an admin, by id. */
  listWaitingCases: (db: Database, userId: string) => Promise<string[]>
  /** Makes those that still wait about the user. @returns whether there are any */
  returnCases: (db: Database, userId: string, caseIds: string[]) => Promise<boolean>
  hideRecords: HideRecords
  /** When an admin made the user's donor profile inactive: null while it is active, undefined without a profile. */
  findDeactivation: (db: Database, userId: string) => Promise<Date | null | undefined>
}

/**
 * Erasing an account ends no suspension, no deactivation of a donor profile, no stop of posting and no limit of a day: they
 * outlive it under a keyed hash of the mailbox, and hold for whoever verifies an address of that mailbox again, or at once
 * for another verified account of it. Not before the address is verified: until then nobody has proved to own it, and a
 * stranger who registers it must not learn that it had an account. So what an account leaves that was never verified holds
 * for its own address alone.
 */
export function createErasedAccounts(authSecret: string, hooks: ErasedAccountHooks) {
  const hash = createKeyedHash(authSecret, 'erased accounts')
  const keyOf = ({ email, emailVerified }: Pick<UserRow, 'email' | 'emailVerified'>) =>
    hash(emailVerified ? mailboxOf(email) : `unverified ${email}`)
  /** Before mailboxes stood for people, the hash was of the whole address. */
  const keysOf = ({ email }: UserRow) => [
    ...[mailboxOf(email), email].map(hash),
    keyOf({ email, emailVerified: false }),
  ]

  /** Deletes and returns what the earlier accounts of a person have left. */
  const takeEarlier = (db: Transaction, user: UserRow) =>
    db
      .deleteFrom('erasedAccounts')
      .where(one =>
        one.or([
          one('emailHash', 'in', user.emailVerified ? keysOf(user) : [keyOf(user)]),
          one('userId', 'in', accountsOfPerson(user.id)),
        ]),
      )
      .returningAll()
      .execute()

  /** Gives what is stored for a person to an account. */
  async function restore(db: Transaction, id: string): Promise<void> {
    const user = await lockUser(db, id)
    if (!user) return
    const earlier = await takeEarlier(db, user)
    for (const { userId, suspendedAt, suspensionReason: reason, ...left } of earlier) {
      // Another account of the person has got it back already.
      if (userId !== null) continue
      const isSuspendable = user.role !== 'admin' && !(await findUser(db, id))?.suspendedAt
      if (suspendedAt && reason && isSuspendable) {
        const suspension = { userId: id, reason, note: null, suspendedAt }
        await suspendAccount(db, suspension, { actorId: id, hideRecords: hooks.hideRecords })
      }
      // So that the decision of an admin ends the stop of posting.
      const isReported = await hooks.returnCases(db, id, left.waitingCases)
      if (left.postingStoppedAt && isReported) await stopPosting(db, id, left.postingStoppedAt)
      if (!left.counts) continue
      await hooks.restorePosts(db, id, left.counts.posts)
      await hooks.restoreNumbersSent(db, id, left.counts.numbers)
    }
    if (earlier.length === 0) return
    const { donorDeactivatedAt, counts } = mergeRemains(earlier.map(withoutWhatWasReturned))
    const { reports, alerts } = counts
    await db
      .insertInto('erasedAccounts')
      .values({
        emailHash: keyOf(user),
        userId: id,
        donorDeactivatedAt,
        waitingCases: [],
        erasedAt: new Date(Math.max(...earlier.map(({ erasedAt }) => erasedAt.getTime()))),
        counts: JSON.stringify({ reports, alerts, posts: [], numbers: [] }),
      })
      .execute()
  }

  return {
    /**
     * Stores what outlives an account. Part of the transaction that erases it, before anything is deleted or locked.
     */
    async record(db: Transaction, id: string, now: Date): Promise<void> {
      await lockMailboxOf(db, id)
      const user = await lockUser(db, id)
      if (!user) return
      const own = await readRemains(db, user, { hooks, now })
      const earlier = (await takeEarlier(db, user)).map(row => ({
        ...withoutWhatWasReturned(row),
        // Of the profile that the account has, an admin has decided since.
        ...(own.donorDeactivatedAt === null && row.userId === id && { donorDeactivatedAt: null }),
      }))
      const remains = mergeRemains([
        { ...own, donorDeactivatedAt: own.donorDeactivatedAt ?? null },
        ...earlier,
      ])
      const { suspendedAt, suspensionReason, donorDeactivatedAt, postingStoppedAt, waitingCases, counts } =
        remains
      const isCounted = Object.values(counts).some(list => list.length > 0)
      const isStopped = suspendedAt || donorDeactivatedAt || postingStoppedAt
      if (!isStopped && waitingCases.length === 0 && !isCounted) return
      await db
        .insertInto('erasedAccounts')
        .values({
          emailHash: keyOf(user),
          userId: null,
          suspendedAt,
          suspensionReason,
          donorDeactivatedAt,
          postingStoppedAt,
          waitingCases,
          erasedAt: now,
          counts: JSON.stringify(counts),
        })
        .execute()
      const other = await db
        .selectFrom('users')
        .select('id')
        .where('id', 'in', accountsOfPerson(id))
        .where('id', '!=', id)
        .orderBy('id')
        .executeTakeFirst()
      if (other) await restore(db, other.id)
    },

    /** Gives what is stored for a mailbox to an account of it. Part of the transaction that verifies the account. */
    restore,
  }
}

/** Finds when an admin made the donor profile of an earlier account of the person inactive; null if none did. */
export async function findEarlierDeactivation(db: Database, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('erasedAccounts')
    .select('donorDeactivatedAt')
    .where('userId', 'in', accountsOfPerson(userId))
    .where('donorDeactivatedAt', 'is not', null)
    .executeTakeFirst()
  return row?.donorDeactivatedAt ?? null
}

type Remains = Pick<
  Selectable<Schema['erasedAccounts']>,
  'suspendedAt' | 'suspensionReason' | 'donorDeactivatedAt' | 'postingStoppedAt' | 'waitingCases'
> & { counts: ErasedCounts }

const NO_COUNTS: ErasedCounts = { posts: [], reports: [], alerts: [], numbers: [] }

/** Posts and numbers that an account has got back are among its own. */
const withoutWhatWasReturned = (row: Selectable<Schema['erasedAccounts']>): Remains => ({
  ...row,
  counts: { ...NO_COUNTS, ...row.counts, ...(row.userId !== null && { posts: [], numbers: [] }) },
})

/** What several accounts of a person have left; of what is there once, the first. */
const mergeRemains = (all: Remains[]): Remains => {
  const first = <Key extends keyof Remains>(key: Key) => all.find(one => one[key] !== null)?.[key] ?? null
  const countsOf = <Kind extends keyof ErasedCounts>(kind: Kind) =>
    all.flatMap(({ counts }) => counts[kind] as [])
  return {
    suspendedAt: first('suspendedAt'),
    suspensionReason: first('suspensionReason'),
    donorDeactivatedAt: first('donorDeactivatedAt'),
    postingStoppedAt: first('postingStoppedAt'),
    waitingCases: all.flatMap(({ waitingCases }) => waitingCases),
    counts: {
      posts: countsOf('posts'),
      reports: countsOf('reports'),
      alerts: countsOf('alerts'),
      numbers: countsOf('numbers'),
    },
  }
}

/** What an account leaves by itself; `donorDeactivatedAt` is undefined without a donor profile. */
async function readRemains(
  db: Database,
  { id, suspendedAt, postingStoppedAt }: UserRow,
  { hooks, now }: { hooks: ErasedAccountHooks; now: Date },
): Promise<Omit<Remains, 'donorDeactivatedAt'> & { donorDeactivatedAt: Date | null | undefined }> {
  const since = new Date(now.getTime() - RETENTION.erasedCountHours * HOUR_MS)
  const suspension = await findSuspension(db, id)
  const posts = await hooks.listPostTimes(db, id)
  const reports = await hooks.listReportTimes(db, id, since)
  const alerts = await hooks.listAlertTimes(db, id, since)
  const numbers = await hooks.listNumbersSent(db, id, since)
  return {
    suspendedAt,
    suspensionReason: suspendedAt && (suspension?.reason ?? null),
    donorDeactivatedAt: await hooks.findDeactivation(db, id),
    postingStoppedAt,
    waitingCases: await hooks.listWaitingCases(db, id),
    counts: {
      posts: posts.map(inJson),
      reports: reports.map(inJson),
      alerts: alerts.map(inJson),
      numbers: numbers.map(({ sentAt, numbers }) => ({
        sentAt: inJson(sentAt),
        numbers: numbers.map(Number),
      })),
    },
  }
}

const inJson = (time: Date) => time.toISOString()

/** When earlier accounts of a person made reports, or had donors asked, since a time. */
export async function listEarlierTimes(
  db: Database,
  userId: string,
  { kind, since }: { kind: 'reports' | 'alerts'; since: Date },
): Promise<Date[]> {
  const rows = await db
    .selectFrom('erasedAccounts')
    .select('counts')
    .where('userId', 'in', accountsOfPerson(userId))
    .execute()
  return rows
    .flatMap(({ counts }) => counts?.[kind] ?? [])
    .map(time => new Date(time))
    .filter(time => time > since)
}

/** Removes counts that are older than any limit, and what admins decided, and stops, after their retention. */
export async function removeOldErasedAccounts(db: Database, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - RETENTION.erasedCountHours * HOUR_MS)
  await sql`
    delete from erased_accounts
     where erased_at < ${now}::timestamptz - make_interval(years => ${RETENTION.erasedSuspensionYears}::int)
        or erased_at < ${dayAgo} and suspended_at is null and donor_deactivated_at is null
           and posting_stopped_at is null and waiting_cases = '{}'`.execute(db)
  await sql`
    update erased_accounts set counts = null where erased_at < ${dayAgo} and counts is not null`.execute(db)
}
