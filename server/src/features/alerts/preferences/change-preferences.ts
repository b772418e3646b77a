import { lockReferencedUser } from '../../../identity/users/store.ts'
import type { Transaction } from '../../../platform/database/connection.ts'
import { lockDonorOfUser, setAlertTimes } from '../../donors/store.ts'
import { findAlertTimes } from '../queries.ts'
import { type AlertChoice, saveAlertPreferences } from '../store.ts'

/**
 * Changes what a donor chose about alerts, and with it from when on the donor may be asked. The planner waits for the lock
 * on the donor, so that the choice counts for the next wave.
 * @returns false for people who are not donors
 */
export async function changePreferences(
  db: Transaction,
  userId: string,
  { now, ...choice }: Partial<AlertChoice> & { now: Date },
): Promise<boolean> {
  await lockReferencedUser(db, userId)
  if (!(await lockDonorOfUser(db, userId, 'for update'))) return false
  await saveAlertPreferences(db, userId, { ...choice, now })
  await setAlertTimes(db, await findAlertTimes(db, [userId], now))
  return true
}
