import * as z from 'zod/mini'
import { maxLength } from '../max-length.ts'
import { splitExtension } from './phone-extensions.ts'

const MIN_DIGITS = 5
const MAX_DIGITS = 20
const MAX_LENGTH = 60

const SHAPE = /^(?:[\p{Nd}\p{Zs}\p{Pd}\p{Ps}\p{Pe}\p{Cf}+.,/;:#*~·•]|ext|extn|extension|x)+$/iu

/** The message of `too-many-numbers`. `until` is when the person can see more numbers. */
export const tooManyNumbersMessage = (until: string) =>
  `You have been shown many phone numbers in a short time. You can see more at ${until}.`

/** The same for people whose email is not verified; their limit is lower. */
export const tooManyNumbersUnverifiedMessage = (until: string) =>
  `You have been shown many phone numbers for an account whose email address is not verified. Verify it to see more now, or come back at ${until}.`

/** The same for whoever shares a network address with other people whose email is not verified. */
export const tooManyNumbersOnNetworkMessage = (until: string) =>
  `Accounts on your network without a verified email address have been shown many names and phone numbers. Your email address is not verified. Verify it to see more now, or come back at ${until}.`

/**
 * What takes the place of a number that its owner shows, for people whose email is not verified on a site with
 * `ALLOWED_EMAIL_DOMAINS`.
 */
export const WITHHELD_NUMBER = { contactNumber: null, isNumberWithheld: true } as const
export const IsNumberWithheld = z.optional(z.literal(true))

/** Shown instead of a withheld number. */
export const NUMBER_IS_WITHHELD = 'Verify your email address to see this number.'

/**
 * A phone number as a person writes it: 5 to 20 digits of any script with the usual punctuation, and an optional
 * extension. It is deliberately lenient: a plausible number is never refused.
 */
export const ContactNumber = z.string('Contact Number is required.').check(
  z.trim(),
  maxLength(MAX_LENGTH, `Contact Number must be at most ${MAX_LENGTH} characters long.`),
  z.minLength(1, 'Contact Number is required.'),
  z.refine(value => {
    const { number } = splitExtension(value)
    const digits = number.match(/\p{Nd}/gu)?.length ?? 0
    return SHAPE.test(number) && digits >= MIN_DIGITS && digits <= MAX_DIGITS
  }, `Contact Number must be a phone number of ${MIN_DIGITS} to ${MAX_DIGITS} digits.`),
)
