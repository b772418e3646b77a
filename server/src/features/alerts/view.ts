import type { AskedAlert } from '@blood-bank/contract/alerts/answers'
import {
  type AlertPreferences,
  DEFAULT_FREQUENCY,
  type ReceivedAlert,
} from '@blood-bank/contract/alerts/endpoints'
import type { Units } from '../blood-requests/hooks.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import { bloodRequestForLink, type ReadPlace } from '../blood-requests/view.ts'
import type { AlertPreferencesRow, AlertRow } from './tables.ts'

export const alertForDonor = ({
  id,
  urgency,
  component,
  alertedAt,
  shownAt,
  answer,
  answeredAt,
}: AlertRow): ReceivedAlert => ({
  id,
  urgency,
  component,
  alertedAt: alertedAt.toISOString(),
  shownAt: shownAt?.toISOString() ?? null,
  answer,
  answeredAt: answeredAt?.toISOString() ?? null,
})

export const preferencesForDonor = ({
  isOn,
  frequency,
  nightsAllowed,
  alsoPlatelets,
  pausedUntil,
  firstAlertFrom,
}: AlertPreferencesRow): AlertPreferences => ({
  isOn,
  frequency,
  nightsAllowed,
  alsoPlatelets,
  pausedUntil: formatPause(pausedUntil),
  firstAlertFrom: firstAlertFrom?.toISOString() ?? null,
})

const DEFAULT_PREFERENCES: AlertPreferences = {
  isOn: true,
  frequency: DEFAULT_FREQUENCY,
  nightsAllowed: false,
  alsoPlatelets: false,
  pausedUntil: null,
  firstAlertFrom: null,
}

/** What a donor chose, or the defaults, without a pause that is over. */
export function currentPreferences(row: AlertPreferencesRow | null, now: Date): AlertPreferences {
  if (!row) return DEFAULT_PREFERENCES
  return preferencesForDonor({ ...row, pausedUntil: isPaused(row, now) ? row.pausedUntil : null })
}

/** Whether a donor has paused alerts. A pause can be without end. */
export const isPaused = ({ pausedUntil }: Pick<AlertPreferencesRow, 'pausedUntil'>, now: Date): boolean =>
  Number(pausedUntil ?? 0) > now.getTime()

function formatPause(until: AlertPreferencesRow['pausedUntil']): AlertPreferences['pausedUntil'] {
  if (until === null) return null
  return until instanceof Date ? until.toISOString() : 'until-i-return'
}

type Asking = Pick<AskedAlert, 'answer' | 'hasWithdrawn' | 'cannotOffer' | 'ownOffer'> & {
  progress: Units | undefined
  place: ReadPlace
  /** Whether the browser is known as the donor's. */
  isDonor: boolean
  /** Whether everybody sees the donor's number, so that its digits prove nothing. */
  showsNumber: boolean
}

/** What an alert asks, for whoever has its link: no patient, no person and no number but in `ownOffer`. */
export const askedAlertForReading = (
  bloodRequest: BloodRequestRow,
  { progress, place, answer, hasWithdrawn, cannotOffer, isDonor, showsNumber, ownOffer }: Asking,
): AskedAlert => ({
  ...bloodRequestForLink(bloodRequest, { place, progress }),
  answer,
  hasWithdrawn,
  cannotOffer,
  needsDigits: !isDonor && !showsNumber,
  needsUniversityId: !isDonor && showsNumber,
  ownOffer,
})
