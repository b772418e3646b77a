import * as z from 'zod/mini'
import { donorFields } from '../donors/endpoints.ts'
import { DONOR_FIELDS, DonorForm } from '../donors/profile.ts'
import { endpoint } from '../endpoint.ts'
import { SuccessReply, withRequired } from '../forms.ts'
import { CurrentPassword, MailToken, NewPassword } from '../passwords/accounts.ts'
import { Session } from '../sessions/endpoints.ts'
import { ConsentKind } from './kept-donor.ts'

/** What a list that an operator imported says about a donor, until they claim it as their profile or erase it. */
export const ImportedDonor = z.object({
  ...donorFields,
  lastDonationDate: z.nullable(z.iso.date()),
  batch: z.nullable(z.string()),
  askFor: z.nullable(z.string()),
  recordedPlateletsDate: z.nullable(z.iso.date()),
  restsUntil: z.nullable(z.iso.date()),
  /** How and when they agreed that the club may call them; null for whoever did not. */
  consentKind: z.nullable(ConsentKind),
  consentedAt: z.nullable(z.iso.datetime()),
  importedAt: z.iso.datetime(),
  /** When it is erased if nobody claims it. */
  expiresAt: z.iso.datetime(),
})
export type ImportedDonor = z.infer<typeof ImportedDonor>

/**
 * Which password a claim needs: a new one for an account that the claim creates, that of the account which the address has
 * meanwhile, or none because the caller is signed in to it.
 */
export const ClaimPassword = z.enum(['new', 'current', 'none'])
export type ClaimPassword = z.infer<typeof ClaimPassword>

/** The body of calls that need nothing but the token of the link. A URL would get into logs and the history. */
const ClaimLinkForm = z.strictObject({ token: MailToken })

const requireAll = <S extends z.ZodMiniType>(schema: S) =>
  withRequired(schema, {
    required: [...DONOR_FIELDS.required, 'password'],
    missing:
      'Please fill in all required fields: Full Name, University ID, Role, Department, Blood Group, Contact Number, and Password.',
  })

/** The donor profile as the person corrected it, with the password of a new account. */
export const NewAccountClaimForm = requireAll(
  z.extend(DonorForm, { token: MailToken, password: NewPassword }),
)

/** The same for an account that exists. The password is not needed from whoever is signed in to it. */
export const AccountClaimForm = withRequired(
  z.extend(DonorForm, { token: MailToken, password: z.optional(CurrentPassword) }),
  DONOR_FIELDS,
)

/** The form of a page that asks for the password of the account. */
export const PasswordClaimForm = requireAll(
  z.extend(DonorForm, { token: MailToken, password: CurrentPassword }),
)

export const readImportedDonor = endpoint({
  method: 'POST',
  path: '/api/claims/lookups',
  access: 'everyone',
  unknownLink: 'claim-link-not-valid',
  summary: 'What an imported list says about the person who has this link. Changes nothing.',
  body: ClaimLinkForm,
  reply: { status: 200, body: z.extend(ImportedDonor, { password: ClaimPassword }) },
  refusals: ['claim-link-not-valid'],
})

export const claimWithNewAccount = endpoint({
  method: 'POST',
  path: '/api/claims/accounts',
  access: 'everyone',
  unknownLink: 'claim-link-not-valid',
  summary:
    'Create a verified account with the donor profile, and sign in. Registering means consent to the text beside the button.',
  body: NewAccountClaimForm,
  reply: { status: 201, body: Session },
  refusals: [
    'claim-link-not-valid',
    'claim-account-changed',
    'password-too-common',
    'mailbox-has-account',
    'account-suspended',
  ],
})

export const claimForAccount = endpoint({
  method: 'POST',
  path: '/api/claims/profiles',
  access: 'everyone',
  unknownLink: 'claim-link-not-valid',
  summary:
    'Register as a donor with the account that the address has meanwhile: signed in to it, or with its password. Verifies the address.',
  body: AccountClaimForm,
  reply: { status: 201, body: Session },
  refusals: [
    'claim-link-not-valid',
    'claim-account-changed',
    'wrong-password',
    'too-many-attempts',
    'mailbox-has-account',
    'account-suspended',
    'already-a-donor',
  ],
})

export const eraseImportedDonor = endpoint({
  method: 'POST',
  path: '/api/claims/erasures',
  access: 'everyone',
  unknownLink: 'claim-link-not-valid',
  summary: 'Erase what an imported list says about the person who has this link.',
  body: ClaimLinkForm,
  reply: { status: 200, body: SuccessReply },
  refusals: ['claim-link-not-valid'],
})

/** What the person reads after an erasure. */
export const IMPORTED_DONOR_ERASED =
  'The entry is erased, and nobody calls you because of it. Another import of the list will leave you out.'
