import { passwordLength, passwordTooShortMessage } from '@blood-bank/contract/accounts'
import type { Config } from '../../config.ts'
import { refuse } from '../../platform/refuse.ts'

/**
 * What the operator asks of passwords beyond the contract's limits.
 * @param field the name that the form gives to the password
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

/** The list is large, and most installations never ask for it. */
async function isCommonPassword(password: string) {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].includes(password.normalize('NFKC').toLowerCase())
}

/** The refusal of a password that is checked, at the field that it was typed into. */
export function wrongPasswordRefusal(field: 'password' | 'currentPassword') {
  const { message } = refuse('wrong-password')
  return refuse('wrong-password', { fields: { [field]: message } })
}
