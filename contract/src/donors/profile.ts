import * as z from 'zod/mini'
import { ContactNumber, StoredContactNumber } from '../contact-numbers/field.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDate, checkForm, type Fault, requiredLine, withRequired } from '../forms.ts'
import { cleanCode } from '../typed-text/clean.ts'
import { isPossibleRest } from './eligibility.ts'
import { Donor, SAVING_MESSAGES, UniversityRole } from './endpoints.ts'
import { isAfter1900, TypedBloodGroup } from './fields.ts'
import { StoredUniversityId, UniversityId } from './university-id.ts'

/** The message for a date that is still to come in the site's time zone. */
export const LAST_DONATION_IN_FUTURE = 'Last Donation Date cannot be in the future.'

/** The server, whose clock decides, compares it with the day in the site's time zone. */
export const LastDonationDate = z.pipe(
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

const REST_NOT_A_DATE = 'This is not a real date. Choose one from the calendar, or leave it empty.'

/** The message for a day that has passed or is too far away. */
export const REST_OUT_OF_RANGE = 'Choose a day from tomorrow on, at most a year ahead.'

/** The day before which a donor asks not to be asked. A form without the field leaves it as it is. */
const RestsUntil = z.optional(
  z.pipe(
    z.nullable(z.union([z.literal(''), calendarDate(REST_NOT_A_DATE)], REST_NOT_A_DATE)),
    z.transform(date => date || null),
  ),
)

/** A donor profile that exists, as its owner edits it: its University ID and number may be what could not be registered today. */
export const DonorChangeForm = withRequired(
  z.extend(DonorForm, {
    universityId: StoredUniversityId,
    contactNumber: StoredContactNumber,
    restsUntil: RestsUntil,
  }),
  DONOR_FIELDS,
)
export type DonorChangeForm = z.infer<typeof DonorChangeForm>

/** What is wrong with a changed profile: what was stored before is not refused while nobody touches it. */
export function findFaultOfChange(
  { restsUntil, ...form }: DonorChangeForm,
  { stored, today }: { stored: Pick<Donor, 'universityId' | 'contactNumber' | 'restsUntil'>; today: string },
): Fault | undefined {
  const kept = (['universityId', 'contactNumber'] as const).filter(
    name => form[name] === cleanCode(stored[name]),
  )
  const faults = Object.entries(checkForm(DonorForm, form).fault?.fields ?? {})
  const fields = faults.filter(([name]) => !kept.some(field => field === name))
  if (restsUntil && restsUntil !== stored.restsUntil && !isPossibleRest(restsUntil, today))
    fields.push(['restsUntil', REST_OUT_OF_RANGE])
  const [first] = fields
  return first && { message: first[1], fields: Object.fromEntries(fields) }
}

export const updateOwnDonor = endpoint({
  method: 'PUT',
  path: '/api/donors/mine',
  access: 'email-verified',
  ...SAVING_MESSAGES,
  summary: 'Save my donor profile. A changed blood group has to be verified again.',
  body: DonorChangeForm,
  reply: { status: 200, body: Donor },
  refusals: ['donor-not-found', 'donation-date-too-early'],
})
