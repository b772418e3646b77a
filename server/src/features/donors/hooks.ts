import type { Transaction } from '../../platform/database/connection.ts'
import type { DonorRow } from './tables.ts'

/** What later features do when a donor profile changes, in the transaction of the change. */
export type DonorHooks = {
  /** After a new donor was stored. */
  afterRegistering: (db: Transaction, donor: DonorRow) => Promise<void>
  /** After a donor changed their profile, with what it was before. */
  afterEditing: (db: Transaction, donor: DonorRow, before: DonorRow) => Promise<void>
  /** After an admin made a profile inactive. */
  afterDeactivating: (db: Transaction, donor: DonorRow, adminId: string) => Promise<void>
}
