import {
  type AlertPreferencesForm,
  changeAlertPreferences,
  readAlertPreferences,
} from '@blood-bank/contract/alerts/preferences'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const OWN_ALERT_PREFERENCES = ['alerts', 'preferences']

/** What the actor chose about alerts; null for people who are not donors. */
export const useAlertPreferences = () =>
  useQuery({
    queryKey: OWN_ALERT_PREFERENCES,
    queryFn: async ({ signal }) => (await call(readAlertPreferences, {}, { signal })).preferences,
  })

/** Changes some of the actor's preferences, and shows the result. */
export function useChangePreferences() {
  const client = useQueryClient()
  return async (change: AlertPreferencesForm): Promise<void> => {
    const preferences = await call(changeAlertPreferences, { body: change })
    client.setQueryData(OWN_ALERT_PREFERENCES, preferences)
  }
}
