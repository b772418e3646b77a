import * as z from 'zod/mini'
import { splitExtension } from './phone-extensions.ts'

const FEWEST_DIGITS = 5
const MOST_DIGITS = 20
const LONGEST = 60

const SHAPE = /^(?:[\p{Nd}\p{Zs}\p{Pd}\p{Ps}\p{Pe}\p{Cf}+.,/;:#*~·•]|ext|extn|extension|x)+$/iu

/** What is said to whoever has been shown as many numbers as the operator allows. `until` is when they can go on. */
export const manyNumbersUntil = (until: string) =>
  `You have been shown many phone numbers in a short time. You can see more at ${until}.`

/** The same for those whose email is not verified, who are shown fewer. */
export const manyNumbersUntilVerified = (until: string) =>
  `You have been shown many phone numbers for an account whose email address is not verified. Verify it to see more now, or come back at ${until}.`

/**
 * A phone number as a person writes it: 5 to 20 digits of any script with the usual marks around them, and perhaps an
 * extension.
 * Nothing that somebody could have meant is refused.
 */
export const ContactNumber = z.string('Contact Number is required.').check(
  z.trim(),
  z.minLength(1, 'Contact Number is required.'),
  z.maxLength(LONGEST, `Contact Number must be at most ${LONGEST} characters long.`),
  z.refine(value => {
    const { number } = splitExtension(value)
    const digits = number.match(/\p{Nd}/gu)?.length ?? 0
    return SHAPE.test(number) && digits >= FEWEST_DIGITS && digits <= MOST_DIGITS
  }, `Contact Number must be a phone number of ${FEWEST_DIGITS} to ${MOST_DIGITS} digits.`),
)
