import { passwordLength, passwordTooShortMessage } from '@blood-bank/contract/accounts'
import type { Fault } from '@blood-bank/contract/forms'

/** The operator may ask for longer passwords than the contract does; says so before the server has to. */
export function checkPassword(field: string, password: string, least: number): Fault | undefined {
  if (passwordLength(password) >= least) return undefined
  const message = passwordTooShortMessage(least)
  return { message, fields: { [field]: message } }
}
