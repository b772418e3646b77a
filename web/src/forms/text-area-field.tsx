import { Field, type FieldProps, useTypedEarly } from './field.tsx'

type Props = FieldProps & { value: string; onChange: (value: string) => void; rows?: number }

/** Several lines of text. */
export function TextAreaField({ value, onChange, rows = 4, ...field }: Props) {
  const control = useTypedEarly(field.name, (area: HTMLTextAreaElement) => area.value, { value, onChange })
  return (
    <Field {...field}>
      {controlProps => (
        <textarea
          {...controlProps}
          ref={control}
          rows={rows}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
