import { setBloodRequestsHidden } from './features/blood-requests/store.ts'
import { setDonorHidden } from './features/donors/store.ts'
import { discountReportsBy } from './features/reports/store.ts'
import type { HideRecords } from './identity/users/suspensions.ts'
import type { Database } from './platform/database/connection.ts'

/** Called in the transaction in which an admin suspends a user, before anything is hidden: it settles the user's offers. */
export type BeforeHiding = (db: Database, userId: string, adminId: string) => Promise<void>

/**
 * Hides a user's records from members, or shows them again. Cached lists of every server are invalidated. What the user has
 * reported counts by itself no longer.
 */
export const createHideRecords =
  (beforeHiding: BeforeHiding): HideRecords =>
  async (db, userId, { isHidden, actorId }) => {
    if (isHidden) await beforeHiding(db, userId, actorId)
    await setDonorHidden(db, userId, isHidden)
    await setBloodRequestsHidden(db, userId, isHidden)
    if (isHidden) await discountReportsBy(db, userId)
  }
