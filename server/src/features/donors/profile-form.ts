import { LAST_DONATION_IN_FUTURE } from '@blood-bank/contract/donors/endpoints'
import { normalizeContactNumber } from '../../identity/numbers/contact-number.ts'
import { refuse } from '../../platform/http/refuse.ts'

type Fields = { contactNumber: string; lastDonationDate: string | null }

/**
 * The fields of a donor profile as they are stored, of a form as a person typed it. `country` is that of numbers without a
 * country code.
 * @throws Refusal invalid-input for a last donation on a day that is still to come in the site's time zone
 */
export function profileToStore<F extends Fields>(
  form: F,
  { country, today }: { country: string; today: string },
): F {
  const { contactNumber, lastDonationDate } = form
  if (lastDonationDate !== null && lastDonationDate > today)
    throw refuse('invalid-input', {
      message: LAST_DONATION_IN_FUTURE,
      fields: { lastDonationDate: LAST_DONATION_IN_FUTURE },
    })
  return { ...form, contactNumber: normalizeContactNumber(contactNumber, country) }
}
