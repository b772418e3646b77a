import type { ComponentProps } from 'react'
import { Field, type FieldProps, useTypedEarly } from './field.tsx'

type Props = FieldProps & {
  type?: 'text' | 'email' | 'password' | 'tel' | 'number' | 'date' | 'datetime-local'
  value: string
  onChange: (value: string) => void
} & Pick<
    ComponentProps<'input'>,
    'autoComplete' | 'inputMode' | 'min' | 'max' | 'step' | 'maxLength' | 'onKeyDown'
  >

/** One line of text, a number, a date or a time; `value` is always text. */
export function TextField({ type = 'text', value, onChange, ...field }: Props) {
  const control = useTypedEarly((input: HTMLInputElement) => input.value, { value, onChange })
  const { autoComplete, inputMode, min, max, step, maxLength, onKeyDown } = field
  return (
    <Field {...field}>
      {controlProps => (
        <input
          ref={control}
          {...{ ...controlProps, autoComplete, inputMode, min, max, step, maxLength, onKeyDown, type, value }}
          spellCheck={type === 'text' ? undefined : false}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
