import { splitExtension } from '@blood-bank/contract/contact-numbers/one-number'
import { refuse } from '../../platform/http/refuse.ts'
import { normalizeContactNumber } from '../contact-numbers/contact-number.ts'

/** The message for a number that nobody could dial. */
export const NOT_CALLABLE = 'Contact Number must be a complete phone number that can be called.'

/**
 * The number of a kept donor in international form, in which they are compared.
 * @param country that of numbers without a country code
 * @throws Refusal invalid-input for a number that cannot be called
 */
export function callableNumber(typed: string, country: string): string {
  const number = normalizeContactNumber(typed, country)
  if (!number.startsWith('+') || splitExtension(number).extension !== null)
    throw refuse('invalid-input', { message: NOT_CALLABLE, fields: { contactNumber: NOT_CALLABLE } })
  return number
}
