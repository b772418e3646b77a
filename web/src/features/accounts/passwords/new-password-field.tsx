import type { Fault } from '@blood-bank/contract/forms'
import { passwordLength, passwordTooShortMessage } from '@blood-bank/contract/passwords/accounts'
import type { ComponentProps } from 'react'
import { site } from '../../../api/site.ts'
import { PasswordField } from '../../../forms/password-field.tsx'
import styles from './new-password-field.module.css'
import { strengthOf } from './password-strength.ts'

type Props = Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'hint'>

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
          {` This password is ${strength}.`}
        </span>
      )}
    </>
  )
}

/** Checks the operator's minimum length, which may exceed the contract's, before anything is sent. */
export function checkPassword(field: string, password: string): Fault | undefined {
  if (passwordLength(password) >= site.shortestPassword) return undefined
  const message = passwordTooShortMessage(site.shortestPassword)
  return { message, fields: { [field]: message } }
}
