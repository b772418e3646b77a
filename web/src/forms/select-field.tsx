import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & {
  value: string
  onChange: (value: string) => void
  /** Values in order with their labels: `{ student: 'Student' }`, or plain values that are their own labels. */
  options: Readonly<Record<string, string>> | readonly string[]
  /** The first choice, of the empty value: what to do ("Select a role"). Left out, there is none. */
  placeholder?: string
}

/** A native select: the phone's own picker, the keyboard's own habits. */
export function SelectField({ value, onChange, options, placeholder, ...field }: Props) {
  const choices: (readonly [string, string])[] = Array.isArray(options)
    ? options.map((option: string) => [option, option] as const)
    : Object.entries(options)
  return (
    <Field {...field}>
      {wiring => (
        <select {...wiring} value={value} onChange={event => onChange(event.target.value)}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {choices.map(([choice, label]) => (
            <option key={choice} value={choice}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
