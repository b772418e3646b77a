import type { ComponentProps } from 'react'
import { Field, type FieldProps, useTypedEarly } from './field.tsx'

type Props = FieldProps & {
  type?: 'text' | 'email' | 'tel' | 'number' | 'date' | 'datetime-local'
  value: string
  onChange: (value: string) => void
  /** Offered while somebody types; anything else can be typed as well. */
  suggestions?: readonly string[]
} & Pick<
    ComponentProps<'input'>,
    'autoComplete' | 'inputMode' | 'min' | 'max' | 'step' | 'maxLength' | 'onKeyDown'
  >

/** One line of text, a number, a date or a time; `value` is always text. For a password use `PasswordField`. */
export function TextField({ type = 'text', value, onChange, suggestions = [], ...field }: Props) {
  const control = useTypedEarly(field.name, (input: HTMLInputElement) => input.value, { value, onChange })
  const { autoComplete, inputMode, min, max, step, maxLength, onKeyDown } = field
  return (
    <Field {...field}>
      {controlProps => (
        <>
          <input
            ref={control}
            {...controlProps}
            autoComplete={autoComplete}
            inputMode={inputMode}
            min={min}
            max={max}
            step={step}
            maxLength={maxLength}
            onKeyDown={onKeyDown}
            type={type}
            value={value}
            list={suggestions.length > 0 ? `${controlProps.id}-list` : undefined}
            spellCheck={type === 'text' ? undefined : false}
            onChange={event => onChange(event.target.value)}
          />
          {suggestions.length > 0 && (
            <datalist id={`${controlProps.id}-list`}>
              {suggestions.map(suggestion => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}
