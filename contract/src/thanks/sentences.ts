import * as z from 'zod/mini'

/** What the owner of a fulfilled blood request can tell the donors who gave. */
export const ThankYou = z.enum(
  ['when-needed', 'meant-a-lot', 'for-a-stranger', 'not-forgotten'],
  'Please select a sentence.',
)
export type ThankYou = z.infer<typeof ThankYou>

/** No free text and no names, and nothing about the health of anybody. */
export const THANK_YOU_SENTENCES: Record<ThankYou, string> = {
  'when-needed': 'You came when we needed somebody. Thank you.',
  'meant-a-lot': 'What you gave means a lot to us. Thank you.',
  'for-a-stranger': 'You did this for somebody you may not even know. Thank you.',
  'not-forgotten': 'We will not forget what you did. Thank you.',
}

/** A thank-you can be chosen for so many days after the request was fulfilled. */
export const THANKS_DAYS = 14

/** The hour, in the site's time zone, at which thank-yous arrive. */
export const THANKS_HOUR = 9

/** The thank-you for a fulfilled blood request, for its owner. */
export const Thanks = z.object({
  /** How many people gave, by donations that nobody disputes. */
  people: z.int(),
  /** Until when one of the sentences, or none, can be chosen; null after the choice, and with nobody to thank. */
  canChooseUntil: z.nullable(z.iso.datetime()),
  chosenAt: z.nullable(z.iso.datetime()),
  /** Null before the choice, and for none. */
  chosen: z.nullable(ThankYou),
  /** When the donors get it; null after that. */
  arrivesAt: z.nullable(z.iso.datetime()),
})
export type Thanks = z.infer<typeof Thanks>

/** Whether the owner of a request is asked now whether to thank the donors. */
export const canThank = (thanks: Thanks | undefined, now: Date): boolean =>
  thanks !== undefined && thanks.canChooseUntil !== null && now <= new Date(thanks.canChooseUntil)
