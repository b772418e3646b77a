import { allowsAlerts } from '@blood-bank/contract/own-account/consent'
import { findConsentVersion } from '../../../identity/own-account/consents.ts'
import type { Transaction } from '../../../platform/database/connection.ts'
import { setAlertTimes } from '../../donors/store.ts'
import { findAlertTimes } from '../queries.ts'
import { requireIntroduction } from '../store.ts'

/**
 * Has alerts introduced by email to a new donor whose account is from before alerts, and who has not agreed to the text
 * that mentions them. Part of the transaction that has stored the donor.
 */
export async function introduceAlertsLater(db: Transaction, userId: string, now: Date): Promise<void> {
  if (allowsAlerts(await findConsentVersion(db, userId))) return
  await requireIntroduction(db, userId)
  await setAlertTimes(db, await findAlertTimes(db, [userId], now))
}
