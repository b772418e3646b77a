import {
  ALERT_FREQUENCY_LABELS,
  type AlertFrequency,
  type AlertPreferences,
} from '@blood-bank/contract/alerts/endpoints'
import { useId } from 'react'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { site } from '../../../api/site.ts'
import { RadioField } from '../../../forms/radio-field.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'
import { usePressed } from '../../../ui/controls/use-pressed.ts'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { Pause } from './pause.tsx'
import { useChangePreferences, useChosenPreferences } from './queries.ts'

const FAILED = 'Failed to save your choice. Please try again.'

/** Whether alerts come, how often, whether also at night, and a pause. Each choice is saved at once. */
export function AlertChoices({ preferences }: { preferences: AlertPreferences }) {
  const nightHint = useId()
  const switching = useChangePreferences(({ isOn }) => ({ isOn }))
  const limiting = useChangePreferences(({ frequency }) => ({ frequency }))
  const allowing = useChangePreferences(({ nightsAllowed }) => ({ nightsAllowed }))
  const { isOn, frequency, nightsAllowed, pausedUntil } = useChosenPreferences(preferences)
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
          <Pause pausedUntil={pausedUntil} />
        </>
      )}
    </>
  )
}
