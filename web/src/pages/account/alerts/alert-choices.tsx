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

type Choice = Partial<Pick<AlertPreferences, 'isOn' | 'frequency' | 'nightsAllowed'>>

/** Whether alerts come, how often, whether also at night, and a pause. Each choice is saved at once. */
export function AlertChoices({ preferences }: { preferences: AlertPreferences }) {
  const nightHint = useId()
  const saving = useChangePreferences()
  const { isOn, frequency, nightsAllowed, pausedUntil } = useChosenPreferences(preferences)
  const choose = (change: Choice, undo: Choice) => saving.mutate({ change, undo })
  const [shownFrequency, pressFrequency] = usePressed(frequency, pressed =>
    choose({ frequency: pressed }, { frequency }),
  )
  return (
    <>
      <Switch
        label="Alert me when somebody needs blood that I can give"
        isOn={isOn}
        onChange={isOn => choose({ isOn }, { isOn: !isOn })}
      />
      <MutationNotice of={saving} failed="Failed to save your choice. Please try again." />
      {isOn && (
        <>
          <RadioField
            label="How often"
            name="frequency"
            options={ALERT_FREQUENCY_LABELS}
            value={shownFrequency}
            onChange={value => pressFrequency(value as AlertFrequency)}
          />
          <div>
            <Switch
              label="Also at night, for urgent requests"
              isOn={nightsAllowed}
              onChange={nightsAllowed => choose({ nightsAllowed }, { nightsAllowed: !nightsAllowed })}
              describedBy={nightHint}
            />
            <SmallPrint id={nightHint}>
              For notifications {site.sendsTexts ? 'and text messages' : 'only'}: urgent requests are emailed
              at night, too.
            </SmallPrint>
          </div>
          <Pause pausedUntil={pausedUntil} />
        </>
      )}
    </>
  )
}
