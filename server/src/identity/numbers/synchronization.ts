import { randomUUID } from 'node:crypto'
import { createBatcher } from '../../platform/database/batcher.ts'
import type { Database } from '../../platform/database/connection.ts'
import { MAX_QUEUE_LENGTH } from '../../platform/database/queue-limit.ts'
import { type AccountCache, addReplies, type CachedAccount } from './account-cache.ts'
import {
  type AccountToRead,
  MINUS_INFINITY,
  type NumberWarning,
  type SentReply,
  synchronizeNumbers,
} from './store.ts'

/**
 * Synchronizes the account cache with the database, and so with the caches of the other servers. Replies and warnings
 * are queued in memory and written by the next `synchronize`.
 */
export function createSynchronization(db: Database, accounts: AccountCache) {
  const writer = randomUUID()
  const usedAccounts = new Set<string>()
  let unwritten: SentReply[] = []
  let beingWritten: SentReply[] = []
  let warnings = new Map<string, NumberWarning>()
  let rounds = 0
  let running: Promise<void> | null = null

  const readAccount = createBatcher(
    async (userIds: string[]) => {
      const distinct = [...new Set(userIds)]
      await writeAndRead(
        [],
        [],
        distinct.map(userId => ({ userId, since: accounts.find(userId)?.since ?? MINUS_INFINITY })),
      )
      return userIds.map(userId => accounts.findOrCreate(userId))
    },
    { maxWaiting: MAX_QUEUE_LENGTH },
  )

  async function writeAndRead(
    replies: SentReply[],
    warnings: NumberWarning[],
    accountsToRead: AccountToRead[],
  ) {
    const round = rounds
    const { since, found } = await synchronizeNumbers(db, { writer, replies, warnings, accountsToRead })
    for (const { userId, since: readFrom } of accountsToRead) {
      const account = accounts.findOrCreate(userId)
      account.since = since
      account.lastReadIn = round
      // The database does not have this server's unwritten replies yet; an account that was evicted from the cache
      // and read again needs them.
      if (readFrom === MINUS_INFINITY)
        addReplies(
          account,
          [...beingWritten, ...unwritten].filter(reply => reply.userId === userId),
        )
    }
    for (const reply of found) addReplies(accounts.findOrCreate(reply.userId), [reply])
    for (const { userId } of accountsToRead) accounts.updateSize(userId)
  }

  /** While a synchronization runs, accounts that the previous one read still count as current. */
  const isCurrent = ({ lastReadIn }: CachedAccount) => lastReadIn >= rounds - (running ? 1 : 0)

  async function synchronizeNow() {
    const queuedWarnings = warnings
    beingWritten = unwritten
    unwritten = []
    warnings = new Map()
    const accountsToRead = [...usedAccounts].map(userId => ({
      userId,
      since: accounts.peek(userId)?.since ?? MINUS_INFINITY,
    }))
    usedAccounts.clear()
    if (beingWritten.length + queuedWarnings.size + accountsToRead.length === 0) return
    try {
      await writeAndRead(beingWritten, [...queuedWarnings.values()], accountsToRead)
    } catch (error) {
      unwritten = [...beingWritten, ...unwritten]
      warnings = new Map([...queuedWarnings, ...warnings])
      throw error
    } finally {
      beingWritten = []
    }
  }

  return {
    /** Gives an account from the cache, or reads it if the last synchronization did not. */
    getAccount: (userId: string, cached: CachedAccount | null): CachedAccount | Promise<CachedAccount> =>
      cached && isCurrent(cached) ? cached : readAccount(userId),

    /** Makes the next synchronization read an account. */
    markUsed: (userId: string): void => void usedAccounts.add(userId),

    enqueueReply: (reply: SentReply): void => void unwritten.push(reply),

    /** Queues a warning; the latest of each account is written. */
    enqueueWarning: (warning: NumberWarning): void => void warnings.set(warning.userId, warning),

    /** Writes what is queued, and reads what other servers have counted for the accounts in use. */
    async synchronize(): Promise<void> {
      // A running synchronization does not include what was counted since it started; two at once could write it in
      // any order.
      await running?.catch(() => {})
      rounds += 1
      running = synchronizeNow().finally(() => {
        running = null
      })
      await running
    },
  }
}
