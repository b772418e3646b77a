import * as z from 'zod/mini'
import { BloodGroup } from '../donors/fields.ts'
import { endpoint } from '../endpoint.ts'
import { Id, maxLength, SuccessReply, withRequired } from '../forms.ts'
import { Hall } from '../halls/endpoints.ts'
import { ConsentKind, KEPT_DONOR_FIELDS, REQUIRED_OF_CHANGE } from './kept-donor.ts'

const LINK_INCOMPLETE = 'The link is incomplete. Please open it again from the message.'

/** The id of a kept donor and 96 bits of its keyed hash: the link has to fit into one text message. */
const KeptToken = z
  .string('The link is incomplete.')
  .check(maxLength(38, LINK_INCOMPLETE), z.regex(/^[\w-]{38}$/, LINK_INCOMPLETE))

/** The body of calls that need nothing but the token of the link. A URL would get into logs and the history. */
export const KeptLinkForm = z.strictObject({ token: KeptToken })

const { askFor: _, ...OWN_FIELDS } = KEPT_DONOR_FIELDS

/** What a kept donor corrects. Another number would have to be proved: it is told to a coordinator. */
export const OwnKeptDonorForm = withRequired(
  z.strictObject({ token: KeptToken, ...OWN_FIELDS }),
  REQUIRED_OF_CHANGE,
)
export type OwnKeptDonorForm = z.infer<typeof OwnKeptDonorForm>

/** What the club keeps about somebody without an account, for that person. */
export const OwnKeptDonor = z.object({
  fullName: z.string(),
  bloodGroup: BloodGroup,
  hallId: z.nullable(Id),
  /** To choose from. */
  halls: z.array(Hall),
  batch: z.nullable(z.string()),
  department: z.nullable(z.string()),
  contactNumber: z.string(),
  askFor: z.nullable(z.string()),
  lastDonationDate: z.nullable(z.iso.date()),
  /** The name of the coordinator who keeps them; null if nobody does. */
  keptBy: z.nullable(z.string()),
  keptSince: z.iso.datetime(),
  /** How and when they agreed; null for whoever has not: nobody can call them. */
  consent: z.nullable(z.object({ kind: ConsentKind, at: z.iso.datetime() })),
  /** When it is erased if nobody agrees, or nobody calls them. */
  expiresAt: z.iso.datetime(),
  /** Who has looked at the number to call it, the latest first. `by` is null after that account was erased. */
  looks: z.array(z.object({ at: z.iso.datetime(), by: z.nullable(z.string()) })),
})
export type OwnKeptDonor = z.infer<typeof OwnKeptDonor>

const ofLink = {
  method: 'POST',
  access: 'everyone',
  unknownLink: 'kept-link-not-valid',
  refusals: ['kept-link-not-valid'],
} as const

export const readOwnKeptDonor = endpoint({
  ...ofLink,
  path: '/api/kept-donors/lookups',
  summary: 'What the club keeps about the person who has this link, and who has looked. Changes nothing.',
  body: KeptLinkForm,
  reply: { status: 200, body: OwnKeptDonor },
})

export const agreeToBeKept = endpoint({
  ...ofLink,
  path: '/api/kept-donors/agreements',
  summary: 'Agree, with the link in the text message that asks for it, that the club keeps and calls me.',
  body: KeptLinkForm,
  reply: { status: 200, body: OwnKeptDonor },
})

export const correctOwnKeptDonor = endpoint({
  ...ofLink,
  path: '/api/kept-donors/corrections',
  summary: 'Correct what the club keeps about me.',
  body: OwnKeptDonorForm,
  reply: { status: 200, body: OwnKeptDonor },
  refusals: ['kept-link-not-valid', 'hall-gone'],
})

export const stopBeingKept = endpoint({
  ...ofLink,
  path: '/api/kept-donors/stops',
  summary: 'Have erased what the club keeps about me. My number is not kept again for a year.',
  body: KeptLinkForm,
  reply: { status: 200, body: SuccessReply },
})

/** What the person reads after a stop. */
export const KEPT_DONOR_STOPPED =
  'Done. What we kept about you is erased, and we no longer call you. If you change your mind, tell any of us.'
