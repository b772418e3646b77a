import { REFUSALS } from '@blood-bank/contract/errors'
import { refuse } from '../../platform/http/refuse.ts'
import { isCompleteNumber, normalizeContactNumber } from '../contact-numbers/contact-number.ts'

/**
 * The number of a kept donor in international form, in which they are compared.
 * @param country that of numbers without a country code
 * @throws Refusal number-not-callable for a number that cannot be called
 */
export function callableNumber(typed: string, country: string): string {
  const number = normalizeContactNumber(typed, country)
  if (!isCompleteNumber(number))
    throw refuse('number-not-callable', {
      fields: { contactNumber: REFUSALS['number-not-callable'].message },
    })
  return number
}
