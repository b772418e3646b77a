import * as z from 'zod/mini'
import { BloodGroup } from '../donors/blood-group-field.ts'
import { endpoint } from '../endpoint.ts'
import { optionalLine, optionalText, requiredLine, withRequired } from '../forms.ts'
import { ContactNumber } from '../numbers/contact-numbers.ts'
import { hasLink, hasPhoneNumber } from './contact-details.ts'
import { BloodRequest, MAX_UNITS, Urgency } from './endpoints.ts'
import { NeededBy } from './needed-by.ts'
import { hasWholeName } from './person-names.ts'

const MIN_UNITS = 1

const TOO_FEW_UNITS = 'Units required must be at least 1.'
const NOT_WHOLE_UNITS = 'Units required must be a whole number.'

const withoutContactDetails = (label: string) => [
  z.refine<string | null>(
    text => !hasLink(text ?? ''),
    `${label} cannot contain a link or an email address: write only the name, with a blank after each dot.`,
  ),
  z.refine<string | null>(
    text => !hasPhoneNumber(text ?? ''),
    `${label} cannot contain a phone number: write it under Contact Number, and leave out postal codes and other long numbers.`,
  ),
]

type Place = { patientName: string; hospitalName: string; hospitalLocation: string | null }

const withoutPatientName = (field: 'hospitalName' | 'hospitalLocation', label: string) =>
  z.refine<Place>(form => !hasWholeName(form[field] ?? '', form.patientName), {
    path: [field],
    error: `${label} cannot contain the name of the patient: write it under Patient Name only.`,
  })

export const BloodRequestForm = withRequired(
  z
    .strictObject({
      patientName: requiredLine('Patient Name', 120),
      requiredBloodGroup: BloodGroup,
      unitsRequired: z._default(
        z
          // A form turns text that is not a number into NaN; JSON has no NaN.
          .number({ error: ({ input }) => (Number.isNaN(input) ? NOT_WHOLE_UNITS : TOO_FEW_UNITS) })
          .check(
            z.minimum(MIN_UNITS, TOO_FEW_UNITS),
            z.maximum(MAX_UNITS, `Units required must be at most ${MAX_UNITS}.`),
            z.int(NOT_WHOLE_UNITS),
          ),
        1,
      ),
      // Emails to donors and public pages show both.
      hospitalName: requiredLine('Hospital', 160).check(...withoutContactDetails('Hospital')),
      hospitalLocation: optionalLine('Hospital Location', 200).check(
        ...withoutContactDetails('Hospital Location'),
      ),
      contactPerson: requiredLine('Contact Person', 120),
      contactNumber: ContactNumber,
      urgency: z._default(Urgency, 'urgent'),
      neededBy: NeededBy,
      additionalInfo: optionalText('Additional Info', 2000),
      /** Whether the person knows that they have an active request that looks the same. */
      isAnotherRequest: z._default(z.boolean(), false),
    })
    .check(
      withoutPatientName('hospitalName', 'Hospital'),
      withoutPatientName('hospitalLocation', 'Hospital Location'),
    ),
  {
    required: ['patientName', 'requiredBloodGroup', 'hospitalName', 'contactPerson', 'contactNumber'],
    missing:
      'Please fill in all required fields: Patient Name, Blood Group, Hospital, Contact Person, and Contact Number.',
  },
)
export type BloodRequestForm = z.infer<typeof BloodRequestForm>

export const postBloodRequest = endpoint({
  method: 'POST',
  path: '/api/blood-requests',
  access: 'email-verified',
  signedOutMessage: 'You must be logged in to post a request.',
  unverifiedMessage:
    'Please verify your email address before posting a blood request. Check your inbox for a verification link.',
  summary: 'Post a blood request; it starts as active.',
  body: BloodRequestForm,
  reply: { status: 201, body: BloodRequest },
  refusals: ['similar-request-active', 'too-many-posts', 'too-many-active-requests', 'posting-stopped'],
})

/** The message of `too-many-posts`. `until` is when the person can post again. */
export const tooManyPostsMessage = (limit: number, until: string) =>
  `You have posted ${limit === 1 ? 'a request' : `${limit} requests`} in the last 24 hours. You can post again at ${until}.`

/** The message of `too-many-active-requests`. */
export const tooManyActiveRequestsMessage = (limit: number) =>
  `You have ${limit} active ${limit === 1 ? 'request' : 'requests'}. Mark one as fulfilled or cancel it, then post again.`
