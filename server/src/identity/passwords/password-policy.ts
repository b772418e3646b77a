import { passwordLength, passwordTooShortMessage } from '@blood-bank/contract/passwords/accounts'
import type { Config } from '../../config.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Checks what the operator requires of passwords beyond the contract's limits.
 * @param field the form's field of the password
 * @throws Refusal naming that field
 */
export async function requireAcceptablePassword(
  password: string,
  { minPasswordLength, refuseCommonPasswords }: Config['accounts'],
  field: 'password' | 'newPassword',
): Promise<void> {
  if (passwordLength(password) < minPasswordLength) {
    const message = passwordTooShortMessage(minPasswordLength)
    throw refuse('invalid-input', { message, fields: { [field]: message } })
  }
  if (refuseCommonPasswords && (await isCommonPassword(password))) {
    throw refuse('password-too-common', { fields: { [field]: 'Please choose a less common password.' } })
  }
}

/** The refusal of a wrong password, with the message at its form field. */
export function wrongPasswordRefusal(field: 'password' | 'currentPassword') {
  const { message } = refuse('wrong-password')
  return refuse('wrong-password', { fields: { [field]: message } })
}
