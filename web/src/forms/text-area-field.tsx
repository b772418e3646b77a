import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & { value: string; onChange: (value: string) => void; rows?: number }

/** Several lines of text. */
export function TextAreaField({ value, onChange, rows = 4, ...field }: Props) {
  return (
    <Field {...field}>
      {controlProps => (
        <textarea
          {...controlProps}
          rows={rows}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
