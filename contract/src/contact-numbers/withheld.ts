import * as z from 'zod/mini'

/**
 * What takes the place of a number that its owner shows: until the email is verified, on a site with
 * `ALLOWED_EMAIL_DOMAINS`, or for a while, after many numbers.
 */
export const WITHHELD_NUMBER = { contactNumber: null, isNumberWithheld: true } as const
export const withheldFields = {
  isNumberWithheld: z.optional(z.literal(true)),
  /** When the reader can see it, if they have been shown many; missing if that is once their email is verified. */
  numberWithheldUntil: z.optional(z.iso.datetime()),
}

/** Shown instead of a withheld number. */
export const NUMBER_IS_WITHHELD = 'Verify your email address to see this number.'

/** The same after many numbers. Verified accounts have a higher limit. */
export const numberWithheldUntilMessage = (until: string, { emailVerified }: { emailVerified: boolean }) =>
  emailVerified
    ? `This number is withheld until ${until}: you have been shown many in a short time.`
    : `This number is withheld until ${until}. Verify your email address to see it now.`

/** Said by a list of donors that is shorter than it should be. */
export const shortenedUntilMessage = (until: string) =>
  `Some donors are left out until ${until}: many names were shown on your network to accounts without a verified email address. Verify yours to see all donors now.`
