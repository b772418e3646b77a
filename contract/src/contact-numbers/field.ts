import * as z from 'zod/mini'
import { maxLength, requiredCode } from '../forms.ts'
import { cleanCode } from '../typed-text/clean.ts'
import { damageMessage, isDamagedBySpreadsheet } from '../typed-text/spreadsheet-damage.ts'
import { findDialFault, splitExtension } from './one-number.ts'

const LABEL = 'Contact Number'
const MIN_DIGITS = 5
const MAX_DIGITS = 20
const MAX_LENGTH = 60

/** The usual punctuation around digits. */
const SHAPE = /^[\d\p{Zs}\p{Pd}\p{Ps}\p{Pe}\u2212+.,/;:#*~·•]+$/u

const WRONG = `${LABEL} must be a phone number of ${MIN_DIGITS} to ${MAX_DIGITS} digits.`
const SEVERAL = `${LABEL} must be one number. Leave out the others, and write an extension as in “ext. 12”.`

/** A number as it may be stored already, also from an earlier version. */
export const StoredContactNumber = requiredCode(LABEL, MAX_LENGTH)

/**
 * A phone number as a person writes it: 5 to 20 digits with the usual punctuation, and an optional extension. It is
 * deliberately lenient: a plausible number is never refused, only one that would be dialled otherwise than it is shown.
 * Digits of other scripts become ASCII.
 */
export const ContactNumber = z.string(`${LABEL} is required.`).check(
  z.overwrite(cleanCode),
  maxLength(MAX_LENGTH, `${LABEL} must be at most ${MAX_LENGTH} characters long.`),
  z.minLength(1, `${LABEL} is required.`),
  z.check(({ value, issues }) => {
    const message = faultOf(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  }),
)

/** "01/03/2024", which has as many digits as a number. */
const DATE = /^\d{1,2}\/\d{1,2}\/(?:19|20)\d{2}$/

function faultOf(value: string): string | null {
  const fault = findDialFault(value)
  if (fault === 'decimal' || DATE.test(value) || isDamagedBySpreadsheet(value))
    return damageMessage(LABEL, value)
  if (fault === 'several') return SEVERAL
  const { number } = splitExtension(value)
  const digits = number.replace(/\D/g, '').length
  return SHAPE.test(number) && digits >= MIN_DIGITS && digits <= MAX_DIGITS ? null : WRONG
}
