import { Field, type FieldProps, useTypedEarly } from './field.tsx'

type Props = FieldProps & {
  value: string
  onChange: (value: string) => void
  /** Values in order with their labels: `{ student: 'Student' }`, or plain values that are their own labels. */
  options: Readonly<Record<string, string>> | readonly string[]
  /** Label of the first option, with an empty value ("Select a role"). Without it there is no such option. */
  placeholder?: string
}

/** A native select, for the phone's own picker and the usual keyboard behaviour. */
export function SelectField({ value, onChange, options, placeholder, ...field }: Props) {
  const control = useTypedEarly(field.name, (select: HTMLSelectElement) => select.value, { value, onChange })
  const choices: (readonly [string, string])[] = Array.isArray(options)
    ? options.map((option: string) => [option, option] as const)
    : Object.entries(options)
  return (
    <Field {...field}>
      {controlProps => (
        <select
          {...controlProps}
          ref={control}
          value={value}
          onChange={event => onChange(event.target.value)}
        >
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
