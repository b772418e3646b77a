import { ALERT_FREQUENCY_LABELS, type AlertPreferences } from '@blood-bank/contract/alerts/endpoints'
import {
  type AlertPreferencesForm,
  changeAlertPreferences,
  readAlertPreferences,
} from '@blood-bank/contract/alerts/preferences'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import {
  type QueryClient,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { site } from '../../../api/site.ts'
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
 * Saves a choice at once; `useLastChange` tells of it. Each control has its own: a failure is shown beside it, whatever is
 * pressed next.
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
      const after = await save(client, change)
      return { after, undo: before && undoTo(before), savedAt: Date.now() } satisfies SavedChange
    },
  })
}

async function save(client: QueryClient, change: AlertPreferencesForm) {
  const preferences = await call(changeAlertPreferences, { body: change })
  client.setQueryData(OWN_ALERT_PREFERENCES, preferences)
  return preferences
}

/** @returns what to say of it */
const takeBack = (client: QueryClient, undo: AlertPreferencesForm) =>
  save(client, undo).then(
    after => `Undone. ${describeAlerts(after)}.`,
    () => 'Failed to undo it. Please change the setting yourself.',
  )

/** A change that was saved, and what takes it back. */
type SavedChange = { after: AlertPreferences; undo: AlertPreferencesForm | undefined; savedAt: number }

/** How long a change can be undone with one press. */
const UNDO_MS = MINUTE_MS

/**
 * The last change of the preferences, for its minute: what to say of it, and its Undo. Null without one.
 */
export function useLastChange() {
  const client = useQueryClient()
  const changes = useMutationState({
    filters: { mutationKey: CHANGE_PREFERENCES, status: 'success' },
    select: ({ state }) => state.data as SavedChange,
  })
  const last = changes.at(-1)
  const undoing = useMutation({
    scope: { id: 'own-alert-preferences' },
    mutationFn: ({ undo }: { of: SavedChange; undo: AlertPreferencesForm }) => takeBack(client, undo),
  })
  const [ended, setEnded] = useState<SavedChange | null>(null)
  useEffect(() => {
    if (!last) return
    const timer = setTimeout(setEnded, last.savedAt + UNDO_MS - Date.now(), last)
    return () => clearTimeout(timer)
  }, [last])
  if (!last || last === ended) return null
  if (undoing.data && undoing.variables.of === last) return { text: undoing.data, undo: null }
  const { undo } = last
  return {
    text: `Saved. ${describeAlerts(last.after)}.`,
    undo: undo ? () => undoing.mutate({ of: last, undo }) : null,
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
