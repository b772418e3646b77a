import type { ComponentProps } from 'react'
import { site } from '../../../api/site.ts'
import { TextField } from '../../../forms/text-field.tsx'
import styles from './new-password-field.module.css'
import { strengthOf } from './password-strength.ts'

type Props = Pick<ComponentProps<typeof TextField>, 'label' | 'name' | 'value' | 'onChange' | 'error'>

/** A field for a new password, with its minimum length and strength. */
export function NewPasswordField(props: Props) {
  return (
    <TextField
      {...props}
      type="password"
      autoComplete="new-password"
      isRequired
      hint={<Hint password={props.value} />}
    />
  )
}

function Hint({ password }: { password: string }) {
  const strength = strengthOf(password)
  return (
    <>
      Use at least {site.shortestPassword} characters. Several words are easy to remember and hard to guess.
      {password && (
        <span className={styles.strength} data-strength={strength}>
          {' '}
          This password is {strength}.
        </span>
      )}
    </>
  )
}
