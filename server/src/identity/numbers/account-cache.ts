import { LRUCache } from 'lru-cache'
import { MINUS_INFINITY, type SentReply } from './store.ts'
import type { SentNumbers } from './time-windows.ts'

/** Phone numbers cached for all accounts together: about 50 bytes each. */
const MAX_SIZE = 500_000
/** The size of an account without numbers, in numbers. */
const ACCOUNT_SIZE = 20

export type CachedAccount = {
  sent: SentNumbers
  /** For each cached reply: until when all of its numbers are counted, in ms. */
  countedUntil: WeakMap<object, number>
  /** The database time from which the next synchronization reads. */
  since: string
  /** The round of synchronization in which the account was last read. */
  lastReadIn: number
}

export type AccountCache = ReturnType<typeof createAccountCache>

/** Caches the numbers sent to the accounts that were used most recently. */
export function createAccountCache() {
  const accounts = new LRUCache<string, CachedAccount>({ maxSize: MAX_SIZE, sizeCalculation: sizeOf })

  return {
    find: (userId: string): CachedAccount | null => accounts.get(userId) ?? null,

    /** Finds an account without marking it as used. */
    peek: (userId: string): CachedAccount | null => accounts.peek(userId) ?? null,

    findOrCreate(userId: string): CachedAccount {
      const cached = accounts.get(userId)
      if (cached) return cached
      const account: CachedAccount = {
        sent: new Map(),
        countedUntil: new WeakMap(),
        since: MINUS_INFINITY,
        lastReadIn: Number.NEGATIVE_INFINITY,
      }
      accounts.set(userId, account)
      return account
    },

    /** Call it after numbers were added to an account or removed from it. */
    updateSize(userId: string): void {
      const account = accounts.peek(userId)
      if (!account) return
      // `set` computes the size only of a value that is not in the cache yet.
      accounts.delete(userId)
      accounts.set(userId, account)
    },
  }
}

/** Adds the numbers of replies to those sent to an account; the latest time of each number counts. */
export function addReplies({ sent }: CachedAccount, replies: SentReply[]): void {
  for (const { sentAt, numbers } of replies)
    for (const number of numbers) sent.set(number, Math.max(sent.get(number) ?? 0, sentAt.getTime()))
}

const sizeOf = ({ sent }: CachedAccount) => ACCOUNT_SIZE + sent.size
