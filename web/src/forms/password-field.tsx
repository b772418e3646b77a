import { type MouseEvent, useEffect, useState } from 'react'
import { Field, type FieldProps, useTypedEarly } from './field.tsx'
import styles from './password-field.module.css'

type Props = Omit<FieldProps, 'isRequired' | 'isOptional'> & {
  value: string
  onChange: (value: string) => void
  /** For password managers: whether the password exists already. */
  autoComplete: 'current-password' | 'new-password'
  /** The email of the account, for password managers, where the form does not ask for it. */
  username?: string
}

/** A password, with a button that shows it. It is hidden again when the form is submitted. */
export function PasswordField({ value, onChange, autoComplete, username, ...field }: Props) {
  const control = useTypedEarly(field.name, (input: HTMLInputElement) => input.value, { value, onChange })
  const [isShown, setIsShown] = useState(false)
  const verb = isShown ? 'Hide' : 'Show'

  // Browsers offer to save only what was sent from a hidden field, and remember what was sent from a text field.
  useEffect(() => {
    const form = control.current?.form
    const hide = () => setIsShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [control])

  return (
    <Field {...field} isRequired>
      {controlProps => (
        <div className={styles.password}>
          {username && <input type="email" autoComplete="username" value={username} readOnly hidden />}
          <input
            ref={control}
            {...controlProps}
            autoComplete={autoComplete}
            value={value}
            type={isShown ? 'text' : 'password'}
            // A shown password is no text to check or to begin with a capital letter.
            spellCheck={false}
            autoCapitalize="none"
            autoCorrect="off"
            onChange={event => onChange(event.target.value)}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-label={`${verb} ${field.label}`}
            aria-controls={controlProps.id}
            onMouseDown={keepFocus}
            onClick={() => setIsShown(!isShown)}
          >
            {verb}
          </button>
        </div>
      )}
    </Field>
  )
}

/** Leaves the focus in the field, and the keyboard of a phone open. */
const keepFocus = (event: MouseEvent) => event.preventDefault()
