import type { PauseLength } from '@blood-bank/contract/alerts/preferences'
import type { ComponentProps } from 'react'
import { ZoneNote } from '../../api/zone-note.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import type { FieldsOf } from '../../forms/use-contract-form.ts'

/** The lengths of a pause, as donors choose them. */
export const PAUSE_LABELS: Record<PauseLength, string> = {
  week: 'For a week',
  month: 'For a month',
  date: 'Until a date',
  'until-i-return': 'Until I return',
}

/** The initial values of the fields. */
export const NEW_PAUSE = { pause: 'week', pauseUntil: '' }

type PauseValues = typeof NEW_PAUSE

/** The date is sent for a pause until a date only. */
export const preparePause = ({ pause, pauseUntil }: PauseValues) => ({
  pause,
  ...(pause === 'date' && { pauseUntil }),
})

type Props = { form: FieldsOf<PauseValues> & { values: PauseValues } }

/** How long a donor wants no alerts. */
export const PauseFields = ({ form }: Props) => (
  <>
    <SelectField label="How long" options={PAUSE_LABELS} {...form.text('pause')} />
    {form.values.pause === 'date' && <AlertsAgainFromField {...form.text('pauseUntil')} />}
  </>
)

type DateProps = Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'onChange' | 'error' | 'problem'>

/** The day on which a pause ends, at its beginning. */
export const AlertsAgainFromField = (field: DateProps) => (
  <TextField
    label="Alerts again from"
    type="date"
    hint={<ZoneNote at={field.value} />}
    isRequired
    {...field}
  />
)
