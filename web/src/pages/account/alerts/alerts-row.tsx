import {
  ALERT_FREQUENCY_LABELS,
  type AlertFrequency,
  type AlertPreferences,
} from '@blood-bank/contract/alerts/endpoints'
import { changeThankYouPreference, readThankYouPreference } from '@blood-bank/contract/thanks/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useId } from 'react'
import { call } from '../../../api/call.ts'
import { FetchFailure } from '../../../api/fetch-failure.tsx'
import { Moment } from '../../../api/moment.tsx'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { site } from '../../../api/site.ts'
import { RadioField } from '../../../forms/radio-field.tsx'
import { currentTime } from '../../../ui/browser/clock.ts'
import { passFocusOn } from '../../../ui/browser/focus.ts'
import { lazyPart } from '../../../ui/browser/lazy-page.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'
import { usePressed } from '../../../ui/controls/use-pressed.ts'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { LineSkeleton } from '../../../ui/records/skeleton.tsx'
import { AccountRow } from '../account-row.tsx'
import styles from './alerts.module.css'
import { Pause } from './pause.tsx'
import {
  describeAlerts,
  useAlertPreferences,
  useChangePreferences,
  useChosenPreferences,
  useLastChange,
} from './queries.ts'

/** Loaded later: the rest of the page works without it. */
const Notifications = lazyPart(async () => (await import('../notifications/notifications.tsx')).Notifications)

/** When and how often the actor is asked to donate. */
export function AlertsRow() {
  const own = useAlertPreferences()
  const { data } = own
  const state = data === undefined ? '' : data === null ? 'For donors' : describeAlerts(data)
  return (
    <AccountRow id="alerts" title="Alerts" state={state}>
      {own.isPending && <LineSkeleton />}
      <FetchFailure query={own} failed="Failed to load your alerts." />
      {data === null && <ForDonors />}
      {data && <Preferences preferences={data} />}
    </AccountRow>
  )
}

const ForDonors = () => (
  <>
    <p>Alerts are for donors: we tell you when somebody needs blood that you can give.</p>
    <div>
      <LinkButton to="/register-donor">Register as Donor</LinkButton>
    </div>
  </>
)

function Preferences({ preferences }: { preferences: AlertPreferences }) {
  const { isOn, firstAlertFrom } = preferences
  return (
    <>
      <AlertChoices preferences={preferences} />
      {isOn && firstAlertFrom && Date.parse(firstAlertFrom) > currentTime().getTime() && (
        <SmallPrint>
          Your first alert comes after <Moment at={firstAlertFrom} />.
        </SmallPrint>
      )}
      {isOn && (
        <Suspense>
          <Notifications />
        </Suspense>
      )}
      <SmallPrint>
        When somebody needs blood that you can give, we email you, and notify you on the devices where you
        turn that on. Nobody learns that you were asked or that you declined.
      </SmallPrint>
      <ThankYous />
    </>
  )
}

const FAILED = 'Failed to save your choice. Please try again.'

/** Whether alerts come, how often, whether also at night and for platelets, and a pause. Each choice is saved at once. */
function AlertChoices({ preferences }: { preferences: AlertPreferences }) {
  const nightHint = useId()
  const switching = useChangePreferences(({ isOn }) => ({ isOn }))
  const limiting = useChangePreferences(({ frequency }) => ({ frequency }))
  const allowing = useChangePreferences(({ nightsAllowed }) => ({ nightsAllowed }))
  const adding = useChangePreferences(({ alsoPlatelets }) => ({ alsoPlatelets }))
  const { isOn, frequency, nightsAllowed, alsoPlatelets, pausedUntil } = useChosenPreferences(preferences)
  const [shownFrequency, pressFrequency] = usePressed(frequency, pressed =>
    limiting.mutate({ frequency: pressed }),
  )
  return (
    <>
      <Switch
        label="Alert me when somebody needs blood that I can give"
        isOn={isOn}
        onChange={isOn => switching.mutate({ isOn })}
      />
      <LastChange />
      <MutationNotice of={switching} failed={FAILED} />
      {isOn && (
        <>
          <RadioField
            label="How often"
            name="frequency"
            options={ALERT_FREQUENCY_LABELS}
            value={shownFrequency}
            onChange={value => pressFrequency(value as AlertFrequency)}
          />
          <MutationNotice of={limiting} failed={FAILED} />
          <div>
            <Switch
              label="Also at night, for urgent requests"
              isOn={nightsAllowed}
              onChange={nightsAllowed => allowing.mutate({ nightsAllowed })}
              describedBy={nightHint}
            />
            <SmallPrint id={nightHint}>
              For notifications {site.sendsTexts ? 'and text messages' : 'only'}: urgent requests are emailed
              at night, too.
            </SmallPrint>
          </div>
          <MutationNotice of={allowing} failed={FAILED} />
          <Switch
            label="Also ask me for platelets (by machine, about 90 minutes)"
            isOn={alsoPlatelets}
            onChange={alsoPlatelets => adding.mutate({ alsoPlatelets })}
          />
          <MutationNotice of={adding} failed={FAILED} />
          <Pause pausedUntil={pausedUntil} />
        </>
      )}
    </>
  )
}

/** What was changed last, with its Undo for a minute. It has its room before that, so that no control moves. */
function LastChange() {
  const change = useLastChange()
  return (
    <div className={styles.change}>
      <SmallPrint>
        <span role="status">{change?.text}</span>
        {!change && <span>Changes are saved at once.</span>}
      </SmallPrint>
      {change?.undo && (
        <Button variant="quiet" ref={passFocusOn} onClick={change.undo}>
          Undo
        </Button>
      )}
    </div>
  )
}

const THANK_YOU_PREFERENCE = ['thank-yous', 'preference']

/** Whether thank-yous come, saved at once. Nothing until that is known: the page works without it. */
function ThankYous() {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: THANK_YOU_PREFERENCE,
    queryFn: ({ signal }) => call(readThankYouPreference, {}, { signal }),
  })
  const saving = useMutation({
    mutationFn: (isOn: boolean) => call(changeThankYouPreference, { body: { isOn } }),
    onSuccess: preference => client.setQueryData(THANK_YOU_PREFERENCE, preference),
  })
  if (!data || data.isOn === null) return null
  return (
    <>
      <Switch
        label="Tell me when somebody thanks me for a donation"
        isOn={saving.isPending ? saving.variables : data.isOn}
        onChange={isOn => saving.mutate(isOn)}
      />
      <MutationNotice of={saving} failed={FAILED} />
    </>
  )
}
