import { HOUR_MS } from '@blood-bank/contract/durations'
import { RETENTION } from '@blood-bank/contract/own-account/retention'
import type { SuspensionReason } from '@blood-bank/contract/users/endpoints'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/connection.ts'
import { createKeyedHash } from '../../platform/secrets/keyed-hash.ts'
import { insertReplies, listRepliesTo } from '../numbers/store.ts'
import { endSessionsOf } from '../sessions/store.ts'
import { lockUser, setPostingStoppedAt, setSuspendedAt } from '../users/store.ts'
import type { ErasedCounts } from './tables.ts'

type ListTimes = (db: Database, userId: string, since: Date) => Promise<Date[]>

/** What features read before an account is erased, and give back to the account that follows it. */
export type ErasedAccountHooks = {
  /** Those of the last day by the database's clock, which has made them. */
  listPostTimes: (db: Database, userId: string) => Promise<Date[]>
  /** Those of an earlier account are among them, as are those of alerts. */
  listReportTimes: ListTimes
  /** When donors were asked for the user. */
  listAlertTimes: ListTimes
  restorePosts: (db: Database, userId: string, times: string[]) => Promise<void>
  /** The cases of reports about the user that wait for an admin, by id. */
  listWaitingCases: (db: Database, userId: string) => Promise<string[]>
  /** Makes those that still wait about the user again. @returns whether there are any */
  returnCases: (db: Database, userId: string, caseIds: string[]) => Promise<boolean>
  /** When an admin made the user's donor profile inactive: null while it is active, undefined without a profile. */
  findDeactivation: (db: Database, userId: string) => Promise<Date | null | undefined>
}

/**
 * Erasing an account ends no suspension, no deactivation of a donor profile, no stop of posting and no limit of a day: they
 * outlive it under a keyed hash of the address, and hold for whoever registers that address again and verifies it. Not
 * before: until then nobody has proved to own the address, and a stranger who registers it must not learn that it had an
 * account. So the erasure of an account that was never verified leaves what is stored for its address.
 */
export function createErasedAccounts(authSecret: string, hooks: ErasedAccountHooks) {
  const hash = createKeyedHash(authSecret, 'erased accounts')

  return {
    /** Stores what outlives an account. Part of the transaction that erases it, before anything is deleted. */
    async record(db: Transaction, id: string, now: Date): Promise<void> {
      const user = await lockUser(db, id)
      if (!user) return
      const emailHash = hash(user.email)
      const { suspendedAt, postingStoppedAt, emailVerified } = user
      const remains = await readRemains(db, id, { hooks, now })
      const { suspensionReason, donorDeactivatedAt, waitingCases, counts } = remains
      if (emailVerified) await db.deleteFrom('erasedAccounts').where('emailHash', '=', emailHash).execute()
      const isCounted = Object.values(counts).some(list => list.length > 0)
      const isStopped = suspendedAt || donorDeactivatedAt || postingStoppedAt
      if (!isStopped && waitingCases.length === 0 && !isCounted) return
      const suspension = { suspendedAt, suspensionReason: suspendedAt && suspensionReason }
      await db
        .insertInto('erasedAccounts')
        .values({
          emailHash,
          userId: null,
          ...suspension,
          donorDeactivatedAt,
          postingStoppedAt,
          waitingCases,
          erasedAt: now,
          counts: JSON.stringify(counts),
        })
        .onConflict(conflict => {
          const column = conflict.column('emailHash')
          return suspendedAt ? column.doUpdateSet(suspension) : column.doNothing()
        })
        .execute()
    },

    /** Gives what is stored for an address to its account. Part of the transaction that verifies it. */
    async restore(db: Transaction, id: string): Promise<void> {
      const user = await lockUser(db, id)
      if (!user) return
      const erased = await db
        .selectFrom('erasedAccounts')
        .selectAll()
        .where('emailHash', '=', hash(user.email))
        .where('userId', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (!erased) return
      const { suspendedAt, suspensionReason: reason, postingStoppedAt, waitingCases, counts } = erased
      if (suspendedAt && reason && !user.suspendedAt) {
        await setSuspendedAt(db, id, suspendedAt)
        await db.insertInto('suspensions').values({ userId: id, reason, note: null, suspendedAt }).execute()
        await endSessionsOf(db, id)
      }
      // So that the decision of an admin ends the stop of posting.
      const isReported = await hooks.returnCases(db, id, waitingCases)
      if (postingStoppedAt && isReported) await setPostingStoppedAt(db, id, postingStoppedAt)
      if (counts) {
        await hooks.restorePosts(db, id, counts.posts)
        const sent = counts.numbers.map(({ sentAt, numbers }) => ({
          userId: id,
          sentAt: new Date(sentAt),
          numbers,
        }))
        await insertReplies(db, sent)
      }
      await db
        .updateTable('erasedAccounts')
        .set({
          userId: id,
          suspendedAt: null,
          suspensionReason: null,
          postingStoppedAt: null,
          waitingCases: [],
        })
        .where('emailHash', '=', erased.emailHash)
        .execute()
    },
  }
}

/** Finds when an admin made the donor profile of an earlier account of the person inactive; null if none did. */
export async function findEarlierDeactivation(db: Database, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('erasedAccounts')
    .select('donorDeactivatedAt')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.donorDeactivatedAt ?? null
}

type Remains = {
  suspensionReason: SuspensionReason | null
  donorDeactivatedAt: Date | null
  waitingCases: string[]
  counts: ErasedCounts
}

/** What counts again includes what was counted for an earlier account of the person. */
async function readRemains(
  db: Database,
  userId: string,
  { hooks, now }: { hooks: ErasedAccountHooks; now: Date },
): Promise<Remains> {
  const since = new Date(now.getTime() - RETENTION.erasedCountHours * HOUR_MS)
  const suspension = await db
    .selectFrom('suspensions')
    .select('reason')
    .where('userId', '=', userId)
    .executeTakeFirst()
  const deactivation = await hooks.findDeactivation(db, userId)
  const posts = await hooks.listPostTimes(db, userId)
  const reports = await hooks.listReportTimes(db, userId, since)
  const alerts = await hooks.listAlertTimes(db, userId, since)
  const numbers = (await listRepliesTo(db, userId)).filter(({ sentAt }) => sentAt > since)
  return {
    suspensionReason: suspension?.reason ?? null,
    donorDeactivatedAt: deactivation === undefined ? await findEarlierDeactivation(db, userId) : deactivation,
    waitingCases: await hooks.listWaitingCases(db, userId),
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

/** When an earlier account of the same person made reports, or had donors asked, since a time. */
export async function listEarlierTimes(
  db: Database,
  userId: string,
  { kind, since }: { kind: 'reports' | 'alerts'; since: Date },
): Promise<Date[]> {
  const row = await db
    .selectFrom('erasedAccounts')
    .select('counts')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return (row?.counts?.[kind] ?? []).map(time => new Date(time)).filter(time => time > since)
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
