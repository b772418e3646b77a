import { ALERT_FREQUENCY_LABELS, type AlertPreferences } from '@blood-bank/contract/alerts/endpoints'
import {
  type AlertPreferencesForm,
  changeAlertPreferences,
  readAlertPreferences,
} from '@blood-bank/contract/alerts/preferences'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { site } from '../../../api/site.ts'
import { showToast } from '../../../ui/feedback/toasts.ts'
import { calendarDateOf, formatDayOfYear } from '../../../ui/records/dates.ts'

const OWN_ALERT_PREFERENCES = ['alerts', 'preferences']
const CHANGE_PREFERENCES = [...OWN_ALERT_PREFERENCES, 'change']

/** What the actor chose about alerts; null for people who are not donors. */
export const useAlertPreferences = () =>
  useQuery({
    queryKey: OWN_ALERT_PREFERENCES,
    queryFn: async ({ signal }) => (await call(readAlertPreferences, {}, { signal })).preferences,
  })

/** The preferences as they will be once what is being sent is saved: a choice that fails is taken back. */
export function useChosenPreferences(preferences: AlertPreferences): AlertPreferences {
  const pending = useMutationState({
    filters: { mutationKey: CHANGE_PREFERENCES, status: 'pending' },
    select: ({ state }) => state.variables as AlertPreferencesForm,
  })
  return Object.assign({}, preferences, ...pending)
}

/**
 * Saves a choice at once, and says what the setting is now. Each control has its own: a failure is shown beside it, whatever
 * is pressed next.
 * @param undoTo the change that restores earlier preferences
 */
export function useChangePreferences(undoTo: (before: AlertPreferences) => AlertPreferencesForm) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: CHANGE_PREFERENCES,
    // One after the other, so that the last press counts.
    scope: { id: 'own-alert-preferences' },
    mutationFn: async (change: AlertPreferencesForm) => {
      // Not when it was pressed: what was pressed before may not have been saved.
      const before = client.getQueryData<AlertPreferences>(OWN_ALERT_PREFERENCES)
      return { before, after: await save(change) }
    },
    onSuccess: ({ before, after }) =>
      showToast(`${describeAlerts(after)}.`, before && (() => void takeBack(undoTo(before)))),
  })

  async function save(change: AlertPreferencesForm) {
    const preferences = await call(changeAlertPreferences, { body: change })
    client.setQueryData(OWN_ALERT_PREFERENCES, preferences)
    return preferences
  }

  async function takeBack(undo: AlertPreferencesForm) {
    try {
      showToast(`Undone. ${describeAlerts(await save(undo))}.`)
    } catch {
      showToast('Failed to undo it. Please change the setting yourself.')
    }
  }
}

/** The setting in a few words. */
export function describeAlerts({ isOn, frequency, pausedUntil }: AlertPreferences): string {
  if (!isOn) return 'Alerts are off'
  if (pausedUntil === null) return ALERT_FREQUENCY_LABELS[frequency]
  return `Paused until ${pausedUntil === 'until-i-return' ? 'you end the pause' : formatDayOfYear(pausedUntil, site.timeZone)}`
}

/** The change that pauses alerts until then. A pause of a week or a month is not shortened: it ends with that day. */
export function pauseUntil(pausedUntil: AlertPreferences['pausedUntil']): AlertPreferencesForm {
  if (pausedUntil === null) return { pause: 'none' }
  if (pausedUntil === 'until-i-return') return { pause: pausedUntil }
  const lastDay = calendarDateOf(new Date(Date.parse(pausedUntil) - 1), site.timeZone)
  return { pause: 'date', pauseUntil: addDays(lastDay, 1) }
}
