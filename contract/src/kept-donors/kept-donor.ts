import * as z from 'zod/mini'
import { ContactNumber } from '../contact-numbers/field.ts'
import { BloodGroup, TypedBloodGroup } from '../donors/fields.ts'
import { LastDonationDate } from '../donors/profile.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, optionalLine, requiredLine, SuccessReply, withRequired } from '../forms.ts'

/** How somebody agreed that the club may call them: by the page that a text message leads to, on paper, or said. */
export const ConsentKind = z.enum(['text', 'paper', 'said'], 'Choose how they agreed.')
export type ConsentKind = z.infer<typeof ConsentKind>

/** What is read aloud to somebody who agrees by saying so. */
export const consentReadAloud = (club: string) =>
  `May ${club} keep your name, blood group and phone number, and call you when somebody needs blood? You can stop it at any time, by telling any of us.`

/** So many kept donors may share one number, if it says whom to ask for. */
export const MAX_DONORS_OF_NUMBER = 4

/** What is kept of a donor beside the number and the consent. */
export const KEPT_DONOR_FIELDS = {
  fullName: requiredLine('Full Name', 120),
  bloodGroup: TypedBloodGroup,
  hallId: z._default(
    z.nullable(
      z.union([
        z.pipe(
          z.literal(''),
          z.transform(() => null),
        ),
        Id,
      ]),
    ),
    null,
  ),
  batch: optionalLine('Batch', 40),
  department: optionalLine('Department', 120),
  lastDonationDate: LastDonationDate,
  /** Whose phone it is, for a number that several share: “ask for …”. */
  askFor: optionalLine('Ask For', 60),
}

const REQUIRED = {
  required: ['fullName', 'contactNumber', 'bloodGroup', 'consentKind'],
  missing: 'Please fill in all required fields: Full Name, Contact Number, Blood Group, and How They Agreed.',
}

/** What a coordinator enters about somebody without an account. */
export const KeptDonorForm = withRequired(
  z.strictObject({ ...KEPT_DONOR_FIELDS, contactNumber: ContactNumber, consentKind: ConsentKind }),
  REQUIRED,
)
export type KeptDonorForm = z.infer<typeof KeptDonorForm>

/** The required fields of a correction. */
export const REQUIRED_OF_CHANGE = {
  required: ['fullName', 'bloodGroup'],
  missing: 'Please fill in Full Name and Blood Group.',
}

/**
 * A correction. Its page does not know the number: an empty field leaves it as it is. `keepsThem`: whoever saves it looks after
 * the donor from now on.
 */
export const KeptDonorChangeForm = withRequired(
  z.strictObject({
    ...KEPT_DONOR_FIELDS,
    contactNumber: z.optional(
      z.pipe(
        z.transform((number: string) => (number === '' ? undefined : number)),
        z.optional(ContactNumber),
      ),
    ),
    keepsThem: z._default(z.boolean(), false),
  }),
  REQUIRED_OF_CHANGE,
)
export type KeptDonorChangeForm = z.infer<typeof KeptDonorChangeForm>

/** A kept donor as coordinators see them: without the number, which a call shows. */
export const KeptDonor = z.object({
  id: Id,
  fullName: z.string(),
  bloodGroup: BloodGroup,
  hallId: z.nullable(Id),
  batch: z.nullable(z.string()),
  department: z.nullable(z.string()),
  lastDonationDate: z.nullable(z.iso.date()),
  askFor: z.nullable(z.string()),
  /** The name of the coordinator who keeps them; null when that account is gone: nobody keeps them. */
  keptBy: z.nullable(z.string()),
  consentKind: ConsentKind,
  consentedAt: z.iso.datetime(),
  /** When they are erased unless somebody calls them or they donate. */
  expiresAt: z.iso.datetime(),
})
export type KeptDonor = z.infer<typeof KeptDonor>

const REFUSALS_OF_FIELDS = [
  'number-not-callable',
  'not-own-hall',
  'hall-gone',
  'number-shared',
  'number-of-registered-donor',
  'kept-donor-stopped',
  'too-many-numbers-called',
] as const

export const addKeptDonor = endpoint({
  method: 'POST',
  path: '/api/kept-donors',
  access: 'coordinator',
  summary:
    'Add somebody without an account who agreed that the club may call them. By text, nobody can call them before they agree on the page of the link.',
  body: KeptDonorForm,
  reply: { status: 201, body: SuccessReply },
  refusals: [...REFUSALS_OF_FIELDS, 'texts-not-set-up', 'number-not-texted'],
})

export const readKeptDonor = endpoint({
  method: 'GET',
  path: '/api/kept-donors/:id',
  access: 'coordinator',
  summary: 'A kept donor, without the number.',
  params: IdParams,
  reply: { status: 200, body: KeptDonor },
  refusals: ['kept-donor-gone'],
})

export const correctKeptDonor = endpoint({
  method: 'PUT',
  path: '/api/kept-donors/:id',
  access: 'coordinator',
  summary: 'Correct what is kept about a donor.',
  params: IdParams,
  body: KeptDonorChangeForm,
  reply: { status: 200, body: KeptDonor },
  refusals: ['kept-donor-gone', ...REFUSALS_OF_FIELDS],
})

export const stopKeptDonor = endpoint({
  method: 'DELETE',
  path: '/api/kept-donors/:id',
  access: 'coordinator',
  summary:
    'Erase a kept donor who said that they do not want to be called. Their number is not kept again for a year.',
  params: IdParams,
  reply: { status: 204 },
  refusals: ['kept-donor-gone'],
})
