import type { StreamedJson } from '@blood-bank/contract/endpoint'
import type { AccountExport } from '@blood-bank/contract/own-account/account-export'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { Database, Transaction } from '../../platform/database/connection.ts'

/** Called in the transaction that changes the account of a user. */
type OnChange = (db: Transaction, userId: string) => Promise<void>

/** Hides a user's records from members, or shows them again. */
export type HideRecords = (
  db: Transaction,
  userId: string,
  change: { isHidden: boolean; actorId: string },
) => Promise<void>

/** What features, and folders above the one that acts, do when an account changes. */
export type AccountHooks = {
  afterVerifying: OnChange
  /** Ends notifications: in all browsers, or in all but one, by the nonce of its device cookie. */
  endNotifications: (db: Transaction, userId: string, options?: { but: string | null }) => Promise<void>
  /** Before anything of an account is deleted. */
  beforeErasing: OnChange
  /** The same before somebody erases their own account: limits and suspensions outlive it. */
  beforeErasingOwn: OnChange
  /** After the user was deleted, for rows that stay without them. */
  afterErasing: OnChange
  hideRecords: HideRecords
  /** Keeps a hall from being deleted until the transaction ends. @throws Refusal, at the field `hallId`, if it is gone */
  requireHall: (db: Transaction, hallId: string) => Promise<unknown>
  /** Collects everything that is stored about a user; long lists are streamed. */
  readExport: (db: Database, user: User) => Promise<StreamedJson<AccountExport>>
}
