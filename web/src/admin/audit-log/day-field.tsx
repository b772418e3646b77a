import { useState } from 'react'
import { TextField } from '../../forms/text-field.tsx'

type Props = {
  name: string
  label: string
  /** `YYYY-MM-DD`, or empty. */
  day: string
  onChange: (day: string) => void
}

/** Whether a day is complete: while a year is typed, browsers report years like 0002. */
export const isDay = (text: string) =>
  /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** A filter by a day. An incomplete day stays in the field and does not filter yet. */
export function DayField({ name, label, day, onChange }: Props) {
  const [typed, setTyped] = useState(day)
  const [previousDay, setPreviousDay] = useState(day)
  // Clearing the filters and going back in the history change the day from outside.
  if (previousDay !== day) {
    setPreviousDay(day)
    setTyped(day)
  }
  const change = (text: string) => {
    setTyped(text)
    if (text === '' || isDay(text)) onChange(text)
  }
  return <TextField type="date" name={name} label={label} value={typed} onChange={change} />
}
