import * as z from 'zod/mini'
import { ContactNumber } from '../contact-numbers/field.ts'
import { Component, TypedBloodGroup } from '../donors/fields.ts'
import { endpoint } from '../endpoint.ts'
import { maxLength, optionalLine, optionalText, requiredLine, withRequired } from '../forms.ts'
import { cleanCode } from '../typed-text/clean.ts'
import { SIGN_IN_MESSAGES } from '../users/actors.ts'
import { BloodRequest, MAX_UNITS, Urgency } from './endpoints.ts'
import { hasLink } from './public-hospital.ts'

/** How far in the future "Needed by" may be. */
export const MAX_NEEDED_BY_DAYS = 90

export const NEEDED_BY_UNCLEAR = 'Needed by must have a date and a time.'
export const NEEDED_BY_PAST = 'Needed by must be in the future. Please choose a later date or time.'
export const NEEDED_BY_TOO_LATE = `Needed by must be within ${MAX_NEEDED_BY_DAYS} days. Please choose an earlier date.`

/** Date and time in the site's time zone, as a form field has them: `2026-11-03T18:00`. Empty text becomes null. */
export const NeededBy = z.pipe(
  z._default(
    z.nullable(
      z.union(
        [
          z.literal(''),
          z.string(NEEDED_BY_UNCLEAR).check(
            z.overwrite(cleanCode),
            // Too short for a time in UTC, which would be read as one in the site's time zone.
            maxLength('YYYY-MM-DDTHH:MM'.length, NEEDED_BY_UNCLEAR),
            z.iso.datetime({ local: true, precision: -1, error: NEEDED_BY_UNCLEAR }),
          ),
        ],
        NEEDED_BY_UNCLEAR,
      ),
    ),
    null,
  ),
  z.transform(time => time || null),
)

const MIN_UNITS = 1

const TOO_FEW_UNITS = 'Units required must be at least 1.'
const NOT_WHOLE_UNITS = 'Units required must be a whole number.'

/** The fields that emails to donors and public pages show, as forms call them. */
export const PLACE_LABELS = { hospitalName: 'Hospital', hospitalLocation: 'Hospital Location' } as const

const withoutLink = (field: keyof typeof PLACE_LABELS) =>
  z.refine<string | null>(
    text => !hasLink(text ?? ''),
    `${PLACE_LABELS[field]} cannot contain a link or an email address: write only the name, with a blank after each dot.`,
  )

/** The message of a place with a phone number, which the server finds: it knows the numbers of the site's country. */
export const numberInPlaceMessage = (field: keyof typeof PLACE_LABELS) =>
  `${PLACE_LABELS[field]} cannot contain a phone number: write it under Contact Number.`

const WholeUnits = z
  .number()
  .check(
    z.minimum(MIN_UNITS, TOO_FEW_UNITS),
    z.maximum(MAX_UNITS, `Units required must be at most ${MAX_UNITS}.`),
    z.int(NOT_WHOLE_UNITS),
  )

/** A number, or a whole one as somebody types it: digits of any script, and decimals that are zero. */
const TypedUnits = z
  .string()
  .check(
    z.overwrite(cleanCode),
    maxLength(10, NOT_WHOLE_UNITS),
    z.regex(/^(?:-?\d+(?:\.00?)?)?$/, NOT_WHOLE_UNITS),
  )

export const Units = z.union([WholeUnits, z.pipe(z.pipe(TypedUnits, z.transform(Number)), WholeUnits)], {
  error: ({ input }) => (/string|number/.test(typeof input) ? NOT_WHOLE_UNITS : TOO_FEW_UNITS),
})

export const BloodRequestForm = withRequired(
  z.strictObject({
    patientName: requiredLine('Patient Name', 120),
    requiredBloodGroup: TypedBloodGroup,
    /** Clients that do not know it ask for blood. */
    component: z._default(Component, 'blood'),
    /** Whether the hospital takes platelets of any group; ignored for blood. */
    takesOtherGroups: z._default(z.boolean(), false),
    unitsRequired: z._default(Units, 1),
    hospitalName: requiredLine(PLACE_LABELS.hospitalName, 160).check(withoutLink('hospitalName')),
    hospitalLocation: optionalLine(PLACE_LABELS.hospitalLocation, 200).check(withoutLink('hospitalLocation')),
    contactPerson: requiredLine('Contact Person', 120),
    contactNumber: ContactNumber,
    urgency: z._default(Urgency, 'urgent'),
    neededBy: NeededBy,
    additionalInfo: optionalText('Additional Info', 2000),
    /** Whether the person knows that they have an active request that looks the same. */
    isAnotherRequest: z._default(z.boolean(), false),
    /** Whether the person knows that the hospital contains the patient's name: it is called so. */
    isHospitalName: z._default(z.boolean(), false),
  }),
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
  refusals: [
    'hospital-has-patient-name',
    'similar-request-active',
    'too-many-posts',
    'too-many-active-requests',
    'posting-stopped',
  ],
})

/** The message of `too-many-posts`. `until` is when the person can post again. */
export const tooManyPostsMessage = (limit: number, until: string) =>
  `You have posted ${limit === 1 ? 'a request' : `${limit} requests`} in the last 24 hours. You can post again at ${until}.`

/** The message of `too-many-active-requests`. */
export const tooManyActiveRequestsMessage = (limit: number) =>
  `You have ${limit} active ${limit === 1 ? 'request' : 'requests'}. Mark one as fulfilled or cancel it, then post again.`

/** How many hospitals are suggested at most. */
export const MAX_HOSPITALS = 30

export const listHospitals = endpoint({
  method: 'GET',
  path: '/api/blood-requests/hospitals',
  access: 'email-verified',
  signedOutMessage: SIGN_IN_MESSAGES.postRequest,
  unverifiedMessage: postBloodRequest.unverifiedMessage,
  summary: 'The hospitals of active requests, as suggestions for another one.',
  reply: {
    status: 200,
    body: z.object({ hospitals: z.array(z.string()).check(z.maxLength(MAX_HOSPITALS)) }),
  },
})
