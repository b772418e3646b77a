import * as z from 'zod/mini'
import { ContactNumber } from '../contact-numbers/field.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDate, requiredLine, withRequired } from '../forms.ts'
import { Donor, UniversityRole } from './endpoints.ts'
import { isAfter1900, TypedBloodGroup, UniversityId } from './fields.ts'

/** The message for a date that is still to come in the site's time zone. */
export const LAST_DONATION_IN_FUTURE = 'Last Donation Date cannot be in the future.'

/** The server, whose clock decides, compares it with the day in the site's time zone. */
const LastDonationDate = z.pipe(
  z._default(
    z.nullable(
      z.union(
        [
          z.literal(''),
          calendarDate('Last Donation Date must be a real date.').check(
            z.refine(isAfter1900, 'Last Donation Date must be after 1900.'),
          ),
        ],
        'Last Donation Date must be a real date, not in the future.',
      ),
    ),
    null,
  ),
  z.transform(date => date || null),
)

/** The required fields of a donor profile (spec §5). */
export const DONOR_FIELDS = {
  required: ['fullName', 'universityId', 'universityRole', 'department', 'bloodGroup', 'contactNumber'],
  missing:
    'Please fill in all required fields: Full Name, University ID, Role, Department, Blood Group, and Contact Number.',
}

/** What a donor enters at registration and when editing (spec §3, §5). */
export const DonorForm = withRequired(
  z.strictObject({
    fullName: requiredLine('Full Name', 120),
    universityId: UniversityId,
    universityRole: UniversityRole,
    department: requiredLine('Department', 120),
    bloodGroup: TypedBloodGroup,
    contactNumber: ContactNumber,
    isAvailable: z._default(z.boolean(), true),
    lastDonationDate: LastDonationDate,
    allowContactVisibility: z._default(z.boolean(), false),
  }),
  DONOR_FIELDS,
)
export type DonorForm = z.infer<typeof DonorForm>

export const registerDonor = endpoint({
  method: 'POST',
  path: '/api/donors',
  access: 'email-verified',
  signedOutMessage: 'You must be logged in to register as a donor.',
  unverifiedMessage:
    'Please verify your email address before registering as a donor. Check your inbox for a verification link.',
  summary: 'Register as a donor, once per person.',
  body: DonorForm,
  reply: { status: 201, body: Donor },
  refusals: ['already-a-donor'],
})
