import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxLength, SuccessReply, withRequired } from '../forms.ts'
import { CurrentPassword, Email, NewPassword } from '../passwords/accounts.ts'

/** The text that somebody agreed to, and when. */
export const Consent = z.object({ version: z.string(), text: z.string(), agreedAt: z.iso.datetime() })
export type Consent = z.infer<typeof Consent>

/** The caller's account; `consent` is null for accounts created before consents were recorded. */
export const OwnAccount = z.object({
  email: z.string(),
  createdAt: z.iso.datetime(),
  consent: z.nullable(Consent),
})
export type OwnAccount = z.infer<typeof OwnAccount>

export const PasswordChangeForm = withRequired(
  z.strictObject({ currentPassword: CurrentPassword, newPassword: NewPassword }),
  {
    required: ['currentPassword', 'newPassword'],
    missing: 'Please enter your current password and a new one.',
  },
)

export const PasswordConfirmationForm = withRequired(z.strictObject({ password: CurrentPassword }), {
  required: ['password'],
  missing: 'Please enter your password.',
})

export const readOwnAccount = endpoint({
  method: 'GET',
  path: '/api/accounts/mine',
  access: 'signed-in',
  allowsSuspended: true,
  summary: 'My account: the address, since when, and what I agreed to.',
  reply: { status: 200, body: OwnAccount },
})

export const agreeToConsent = endpoint({
  method: 'POST',
  path: '/api/accounts/mine/consents',
  access: 'signed-in',
  summary: 'Agree to the current text about my data.',
  body: z.strictObject({
    version: z
      .string('The version of the text is missing.')
      .check(maxLength(20, 'There is no such version.')),
  }),
  reply: { status: 201, body: Consent },
  refusals: ['consent-text-changed'],
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/accounts/mine/password',
  access: 'signed-in',
  summary: 'Change my password; every other session of mine ends.',
  body: PasswordChangeForm,
  reply: { status: 200, body: SuccessReply },
  refusals: ['wrong-password', 'password-too-common', 'too-many-attempts'],
})

export const eraseOwnAccount = endpoint({
  method: 'POST',
  path: '/api/accounts/mine/erasure',
  access: 'signed-in',
  allowsSuspended: true,
  summary: 'Erase my account and all that is stored about me, for good.',
  body: PasswordConfirmationForm,
  reply: { status: 200, body: SuccessReply },
  refusals: ['wrong-password', 'admin-passkey-needed', 'last-admin', 'too-many-attempts'],
})

export const confirmPassword = endpoint({
  method: 'POST',
  path: '/api/accounts/mine/password-confirmations',
  access: 'signed-in',
  summary: 'Give my password again, for what asks that it was given a short while ago.',
  body: PasswordConfirmationForm,
  reply: { status: 204 },
  refusals: ['wrong-password', 'too-many-attempts'],
})

export const AddressCorrectionForm = withRequired(
  z.strictObject({ email: Email, password: CurrentPassword }),
  {
    required: ['email', 'password'],
    missing: 'Please enter your email address and your password.',
  },
)

export const correctAddress = endpoint({
  method: 'POST',
  path: '/api/accounts/mine/address-corrections',
  access: 'signed-in',
  summary:
    'Register again with the address that I meant, while mine is not verified: the account at the wrong address is erased. The reply is the same when the right address has an account.',
  body: AddressCorrectionForm,
  reply: { status: 202, body: SuccessReply },
  refusals: [
    'wrong-password',
    'too-many-attempts',
    'email-already-verified',
    'email-domain-not-allowed',
    'too-many-registrations',
    'last-admin',
  ],
})

/** Shown for the address of the account itself. */
export const SAME_ADDRESS = 'This is the address that you have now. Please enter another one.'

export const addressCorrectedMessage = (email: string) =>
  `A verification email has been sent to ${email}. Sign in with this address from now on.`
