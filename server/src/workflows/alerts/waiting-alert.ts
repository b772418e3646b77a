import type { BloodRequestStatus } from '@blood-bank/contract/blood-requests'
import { findAlert, findAlertPreferences } from '../../features/alerts/queries.ts'
import type { AlertPreferencesRow, AlertRow } from '../../features/alerts/tables.ts'
import { findBloodRequest } from '../../features/blood-requests/queries.ts'
import type { BloodRequestRow } from '../../features/blood-requests/tables.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isPaused } from './view.ts'

/** An alert that waits for an answer; `choice` is null for the defaults. */
export type WaitingAlert = {
  alert: AlertRow
  bloodRequest: BloodRequestRow
  choice: AlertPreferencesRow | null
}

/**
 * Finds an alert that is about to be sent. Null when it must not be sent any more: the request has closed, is hidden or is
 * no longer confirmed, or the donor has answered, has turned alerts off, or has paused them.
 */
export async function findWaitingAlert(
  db: Database,
  alertId: string,
  now: Date,
): Promise<WaitingAlert | null> {
  const alert = await findAlert(db, alertId)
  const bloodRequest = alert?.bloodRequestId ? await findBloodRequest(db, alert.bloodRequestId) : null
  if (!alert || !bloodRequest || bloodRequest.status !== ('active' satisfies BloodRequestStatus)) return null
  if (bloodRequest.isHidden || bloodRequest.unconfirmedSince !== null || alert.answer !== null) return null
  const choice = await findAlertPreferences(db, alert.userId)
  return choice && (!choice.isOn || isPaused(choice, now)) ? null : { alert, bloodRequest, choice }
}

/** How soon blood is needed. */
export const WHEN = { urgent: 'today', moderate: 'within two days', low: 'soon' } as const

/** The units that are needed. */
export const describeUnits = ({ unitsRequired }: Pick<BloodRequestRow, 'unitsRequired'>): string =>
  unitsRequired === 1 ? '1 unit' : `${unitsRequired} units`
