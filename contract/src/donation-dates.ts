import * as z from 'zod/mini'
import { calendarDate } from './forms.ts'

/** The hours in which the member who posted the request can undo a donation that they recorded. */
export const UNDO_DONATION_HOURS = 24

/** Whether a day can be that of a donation: earlier ones are typing errors. */
export const isAfter1900 = (date: string) => date >= '1901-01-01'

/** The message for a date that is still to come in the site's time zone. */
export const DONATION_IN_FUTURE = 'Donation Date cannot be in the future.'

/** A day on which somebody donated. The server, whose clock decides, compares it with the day in the site's time zone. */
export const DonationDate = calendarDate('Donation Date must be a real date.').check(
  z.refine(isAfter1900, 'Donation Date must be after 1900.'),
)
