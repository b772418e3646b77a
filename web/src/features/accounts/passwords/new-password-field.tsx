import type { Fault } from '@blood-bank/contract/forms'
import { passwordLength, passwordTooShortMessage } from '@blood-bank/contract/passwords/accounts'
import type { ComponentProps } from 'react'
import { site } from '../../../api/site.ts'
import { PasswordField } from '../../../forms/password-field.tsx'
import styles from './new-password-field.module.css'

type Props = Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'hint'>

/** A field for a new password, with its minimum length and strength. */
export function NewPasswordField(props: Props) {
  return <PasswordField {...props} autoComplete="new-password" hint={<Hint password={props.value} />} />
}

function Hint({ password }: { password: string }) {
  const strength = strengthOf(password)
  return (
    <>
      At least {site.shortestPassword} characters, best several words.
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

const FAIR = 36
const STRONG = 60

/**
 * A rough estimate for the hint beside the field, never a rule: the bits needed to guess it by kinds of characters, with
 * repeated characters counted as a quarter.
 */
export function strengthOf(password: string): 'weak' | 'fair' | 'strong' {
  const kinds: [RegExp, number][] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\p{Nd}/u, 10],
    [/[^\p{L}\p{Nd}]/u, 32],
    [/\p{Lo}/u, 100],
  ]
  const alphabet = kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const distinct = new Set(password).size
  const length = distinct + (passwordLength(password) - distinct) / 4
  const bits = length * Math.log2(Math.max(alphabet, 1))
  return bits >= STRONG ? 'strong' : bits >= FAIR ? 'fair' : 'weak'
}
