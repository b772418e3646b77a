import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & { value: string; onChange: (value: string) => void; rows?: number }

/** Text of several lines. */
export function TextAreaField({ value, onChange, rows = 4, ...field }: Props) {
  return (
    <Field {...field}>
      {wiring => (
        <textarea {...wiring} rows={rows} value={value} onChange={event => onChange(event.target.value)} />
      )}
    </Field>
  )
}
