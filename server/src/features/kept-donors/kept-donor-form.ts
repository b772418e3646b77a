import { splitExtension } from '@blood-bank/contract/contact-numbers/one-number'
import { REFUSALS } from '@blood-bank/contract/errors'
import { refuse } from '../../platform/http/refuse.ts'
import { normalizeContactNumber } from '../contact-numbers/contact-number.ts'

/** Whether a stored number is international, and is reached by a press. */
export const isCallable = (number: string): boolean =>
  number.startsWith('+') && splitExtension(number).extension === null

/**
 * The number of a kept donor in international form, in which they are compared.
 * @param country that of numbers without a country code
 * @throws Refusal number-not-callable for a number that cannot be called
 */
export function callableNumber(typed: string, country: string): string {
  const number = normalizeContactNumber(typed, country)
  if (!isCallable(number))
    throw refuse('number-not-callable', {
      fields: { contactNumber: REFUSALS['number-not-callable'].message },
    })
  return number
}
