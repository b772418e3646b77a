import { passwordLength, passwordTooShortMessage } from '@blood-bank/contract/accounts'
import type { Config } from '../../config.ts'
import { refuse } from '../../platform/refuse.ts'

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

/** Imported on first use: the list is large, and most installations do not enable this check. */
async function isCommonPassword(password: string) {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].includes(password.normalize('NFKC').toLowerCase())
}

/** The refusal of a wrong password, with the message at its form field. */
export function wrongPasswordRefusal(field: 'password' | 'currentPassword') {
  const { message } = refuse('wrong-password')
  return refuse('wrong-password', { fields: { [field]: message } })
}
