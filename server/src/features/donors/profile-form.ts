import {
  type DonorChangeForm,
  findFaultOfChange,
  LAST_DONATION_IN_FUTURE,
} from '@blood-bank/contract/donors/profile'
import { cleanCode } from '@blood-bank/contract/typed-text/clean'
import { refuse } from '../../platform/http/refuse.ts'
import { formatContactNumber, normalizeContactNumber } from '../contact-numbers/contact-number.ts'
import type { DonorRow } from './tables.ts'

type Fields = { contactNumber: string; lastDonationDate: string | null }

/**
 * The fields of a donor profile as they are stored, of a form as a person typed it. `country` is that of numbers without a
 * country code.
 * @throws Refusal invalid-input for a last donation in the future
 */
export function profileToStore<F extends Fields>(
  form: F,
  { country, today }: { country: string; today: string },
): F {
  requireLastDonation(form, today)
  return { ...form, contactNumber: normalizeContactNumber(form.contactNumber, country) }
}

/** @throws Refusal invalid-input for a day that is still to come in the site's time zone */
export function requireLastDonation(
  { lastDonationDate }: Pick<Fields, 'lastDonationDate'>,
  today: string,
): void {
  if (lastDonationDate !== null && lastDonationDate > today)
    throw refuse('invalid-input', {
      message: LAST_DONATION_IN_FUTURE,
      fields: { lastDonationDate: LAST_DONATION_IN_FUTURE },
    })
}

/**
 * The same for a profile that is stored already. What was stored of University ID and number stays as it is while nobody
 * touches it, also if it could not be registered today.
 * @throws Refusal invalid-input, also for a University ID, number or rest that was changed and is wrong
 */
export function changedProfileToStore(
  form: DonorChangeForm,
  { stored, ...options }: { stored: DonorRow; country: string; today: string },
): DonorChangeForm {
  const shown = { ...stored, contactNumber: formatContactNumber(stored.contactNumber, options.country) }
  const fault = findFaultOfChange(form, { stored: shown, today: options.today })
  if (fault) throw refuse('invalid-input', fault)
  const { contactNumber, ...changed } = profileToStore(form, options)
  const isKept = form.contactNumber === cleanCode(shown.contactNumber)
  return { ...changed, contactNumber: isKept ? stored.contactNumber : contactNumber }
}
