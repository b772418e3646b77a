import { setBloodRequestsHidden } from '../../features/blood-requests/store.ts'
import { setDonorHidden } from '../../features/donors/store.ts'
import type { HideRecords } from '../../identity/users/suspensions.ts'

/** Hides a user's records from members, or shows them again. Cached lists of every server are invalidated. */
export const hideRecords: HideRecords = async (db, userId, isHidden) => {
  await setDonorHidden(db, userId, isHidden)
  await setBloodRequestsHidden(db, userId, isHidden)
}
