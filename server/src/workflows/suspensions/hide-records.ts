import { setBloodRequestsHidden } from '../../features/blood-requests/store.ts'
import { setDonorHidden } from '../../features/donors/store.ts'
import type { HideRecords } from '../../identity/users/suspensions.ts'

/** Hides from members what they see of a user, or shows it again. Lists at every server notice it at once. */
export const hideRecords: HideRecords = async (db, userId, isHidden) => {
  await setDonorHidden(db, userId, isHidden)
  await setBloodRequestsHidden(db, userId, isHidden)
}
