import type { ComponentProps } from 'react'
import { site } from '../../../api/site.ts'
import { PasswordField } from '../../../forms/password-field.tsx'
import styles from './new-password-field.module.css'
import { strengthOf } from './password-strength.ts'

type Props = Pick<ComponentProps<typeof PasswordField>, 'label' | 'name' | 'value' | 'onChange' | 'error'>

/** A field for a new password, with its minimum length and strength. */
export function NewPasswordField(props: Props) {
  return <PasswordField {...props} autoComplete="new-password" hint={<Hint password={props.value} />} />
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
