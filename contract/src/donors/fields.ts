import * as z from 'zod/mini'
import { calendarDate, maxLength } from '../forms.ts'
import { BLOOD_GROUPS, findBloodGroup, findBloodGroupInUrl } from './blood-groups.ts'
import { COMPONENTS, DONATED_COMPONENTS } from './components.ts'

const BLOOD_GROUP_MISSING = 'Please select a blood group.'

/** The blood group of replies. */
export const BloodGroup = z.enum(BLOOD_GROUPS, BLOOD_GROUP_MISSING)

/** What a request asks donors for. */
export const Component = z.enum(COMPONENTS, 'Please select what is needed.')

/** What a donor gave. */
export const DonatedComponent = z.enum(DONATED_COMPONENTS, 'Please select what was given.')

const fieldOf = (find: typeof findBloodGroup) =>
  z.pipe(
    z.string(BLOOD_GROUP_MISSING).check(
      maxLength(20, BLOOD_GROUP_MISSING),
      z.overwrite(text => find(text) ?? text),
      z.regex(/^(?:A|B|AB|O)[+-]$/, BLOOD_GROUP_MISSING),
    ),
    BloodGroup,
  )

/** That of forms: a group that can be read in one way. */
export const TypedBloodGroup = fieldOf(findBloodGroup)

/** That of queries. */
export const BloodGroupInQuery = fieldOf(findBloodGroupInUrl)

/** Whether a day can be that of a donation: earlier ones are typing errors. */
export const isAfter1900 = (date: string) => date >= '1901-01-01'

/** The message for a date that is still to come in the site's time zone. */
export const DONATION_IN_FUTURE = 'Donation Date cannot be in the future.'

/** A day on which somebody donated. The server, whose clock decides, compares it with the day in the site's time zone. */
export const DonationDate = calendarDate('Donation Date must be a real date.').check(
  z.refine(isAfter1900, 'Donation Date must be after 1900.'),
)
