import type { PauseLength } from '@blood-bank/contract/alerts/preferences'

/** The lengths of a pause, as donors choose them. */
export const PAUSE_LABELS: Record<PauseLength, string> = {
  week: 'For a week',
  month: 'For a month',
  date: 'Until a date',
  'until-i-return': 'Until I return',
}
