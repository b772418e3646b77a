import { ALERT_FREQUENCY_LABELS, type AlertPreferences } from '@blood-bank/contract/alerts/endpoints'
import {
  type AlertPreferencesForm,
  changeAlertPreferences,
  readAlertPreferences,
} from '@blood-bank/contract/alerts/preferences'
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { site } from '../../../api/site.ts'
import { showToast } from '../../../ui/feedback/toasts.ts'
import { formatDayOfYear } from '../../../ui/records/dates.ts'

const OWN_ALERT_PREFERENCES = ['alerts', 'preferences']
const CHANGE_PREFERENCES = [...OWN_ALERT_PREFERENCES, 'change']

/** What the actor chose about alerts; null for people who are not donors. */
export const useAlertPreferences = () =>
  useQuery({
    queryKey: OWN_ALERT_PREFERENCES,
    queryFn: async ({ signal }) => (await call(readAlertPreferences, {}, { signal })).preferences,
  })

type Change = {
  change: AlertPreferencesForm
  /** What takes it back. Without it there is no Undo. */
  undo?: AlertPreferencesForm
}

/** The preferences as they will be once what is being sent is saved: a choice that fails is taken back. */
export function useChosenPreferences(preferences: AlertPreferences): AlertPreferences {
  const pending = useMutationState({
    filters: { mutationKey: CHANGE_PREFERENCES, status: 'pending' },
    select: ({ state }) => (state.variables as Change).change,
  })
  return Object.assign({}, preferences, ...pending)
}

/** Saves a choice at once, and says what the setting is now. */
export function useChangePreferences() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: CHANGE_PREFERENCES,
    // One after the other, so that the last press counts.
    scope: { id: 'own-alert-preferences' },
    mutationFn: async ({ change }: Change) => save(change),
    onSuccess: (preferences, { undo }) =>
      showToast(`${describeAlerts(preferences)}.`, undo && (() => void takeBack(undo))),
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
