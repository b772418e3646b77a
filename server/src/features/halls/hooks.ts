import type { Transaction } from '../../platform/database/connection.ts'

/** What other parts do when halls change, in the transaction of the change. */
export type HallHooks = {
  /** Before a hall is deleted, and before anything of it is locked. */
  beforeHallDeleted: (db: Transaction, hallId: string, adminId: string) => Promise<void>
}
