import type { AlertPreferences, ReceivedAlert } from '@blood-bank/contract/alerts'
import type { AlertPreferencesRow, AlertRow } from '../../features/alerts/tables.ts'

export const alertForDonor = ({
  id,
  urgency,
  kind,
  alertedAt,
  answer,
  answeredAt,
}: AlertRow): ReceivedAlert => ({
  id,
  urgency,
  kind,
  alertedAt: alertedAt.toISOString(),
  answer,
  answeredAt: answeredAt?.toISOString() ?? null,
})

export const preferencesForDonor = ({
  isOn,
  frequency,
  nightsAllowed,
  pausedUntil,
  firstAlertFrom,
}: AlertPreferencesRow): AlertPreferences => ({
  isOn,
  frequency,
  nightsAllowed,
  pausedUntil: formatPause(pausedUntil),
  firstAlertFrom: firstAlertFrom?.toISOString() ?? null,
})

function formatPause(until: AlertPreferencesRow['pausedUntil']): AlertPreferences['pausedUntil'] {
  if (until === null) return null
  return until instanceof Date ? until.toISOString() : 'until-i-return'
}
