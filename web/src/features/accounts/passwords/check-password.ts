import type { Fault } from '@blood-bank/contract/forms'
import { passwordLength, passwordTooShortMessage } from '@blood-bank/contract/passwords/accounts'

/** Checks the operator's minimum length, which may exceed the contract's, before anything is sent. */
export function checkPassword(field: string, password: string, minLength: number): Fault | undefined {
  if (passwordLength(password) >= minLength) return undefined
  const message = passwordTooShortMessage(minLength)
  return { message, fields: { [field]: message } }
}
