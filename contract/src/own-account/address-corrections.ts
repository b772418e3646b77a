import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { withRequired } from '../forms.ts'
import { CurrentPassword, Email, SuccessReply } from '../passwords/accounts.ts'

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
