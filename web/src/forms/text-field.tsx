import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & {
  type?: 'text' | 'email' | 'password' | 'tel' | 'number' | 'date'
  value: string
  onChange: (value: string) => void
} & Pick<
    ComponentProps<'input'>,
    'autoComplete' | 'inputMode' | 'min' | 'max' | 'step' | 'maxLength' | 'onKeyDown'
  >

/** One line of text, a number or a date; `value` is always text. */
export function TextField({ type = 'text', value, onChange, ...field }: Props) {
  const { autoComplete, inputMode, min, max, step, maxLength, onKeyDown } = field
  return (
    <Field {...field}>
      {controlProps => (
        <input
          {...{ ...controlProps, autoComplete, inputMode, min, max, step, maxLength, onKeyDown, type, value }}
          spellCheck={type === 'text' ? undefined : false}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
