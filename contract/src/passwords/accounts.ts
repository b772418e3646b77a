import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxLength, SuccessReply, withRequired } from '../forms.ts'
import { REFUSALS_SHOWN_EVERYWHERE } from '../refusals/shown.ts'
import { cleanEmail } from '../typed-text/clean.ts'

export const MIN_PASSWORD_LENGTH = 6
const MAX_PASSWORD_LENGTH = 128

const TOO_SHORT = 'Password should be at least 6 characters long.'

/** The sentence for a password that is too short (spec §5); the operator can raise the minimum length. */
export const passwordTooShortMessage = (minLength: number) =>
  TOO_SHORT.replace(String(MIN_PASSWORD_LENGTH), String(minLength))

/** The length in Unicode characters after NFKC normalization, which is also what is hashed. */
export const passwordLength = (password: string) => [...password.normalize('NFKC')].length

export const Email = z
  .string('Email is required.')
  .check(
    z.overwrite(cleanEmail),
    z.toLowerCase(),
    maxLength(254, 'Email must be at most 254 characters long.'),
    z.minLength(1, 'Email is required.'),
    z.email('Please enter a valid email address.'),
  )

const TOO_LONG = `Password should be at most ${MAX_PASSWORD_LENGTH} characters long.`

/** More than 128 characters can have before normalization, whose time grows with the square of the length. */
const MAX_TYPED_PASSWORD_LENGTH = 1024

export const NewPassword = z.string('Password is required.').check(
  maxLength(MAX_TYPED_PASSWORD_LENGTH, TOO_LONG),
  z.minLength(1, 'Password is required.'),
  z.refine(
    password => passwordLength(password) >= MIN_PASSWORD_LENGTH,
    passwordTooShortMessage(MIN_PASSWORD_LENGTH),
  ),
  z.refine(password => passwordLength(password) <= MAX_PASSWORD_LENGTH, TOO_LONG),
  z.refine(password => password.isWellFormed(), 'Password contains characters that cannot be stored.'),
)

/** A password to check, not to choose: the rules for new passwords do not apply. */
export const CurrentPassword = z
  .string('Password is required.')
  .check(
    maxLength(
      MAX_TYPED_PASSWORD_LENGTH,
      `Password must be at most ${MAX_TYPED_PASSWORD_LENGTH} characters long.`,
    ),
    z.minLength(1, 'Password is required.'),
  )

const LINK_INCOMPLETE = 'The link is incomplete. Please open it again from the email.'

/** The secret of a mail link: 256 bits as base64url. */
export const MailToken = z
  .string('The link is incomplete.')
  .check(maxLength(43, LINK_INCOMPLETE), z.regex(/^[\w-]{43}$/, LINK_INCOMPLETE))

export const RegistrationForm = withRequired(z.strictObject({ email: Email, password: NewPassword }), {
  required: ['email', 'password'],
  missing: 'Please enter your email address and a password.',
})

export const PasswordResetMailForm = withRequired(z.strictObject({ email: Email }), {
  required: ['email'],
  missing: 'Please enter your email address.',
})

export const PasswordResetForm = withRequired(
  z.strictObject({ token: MailToken, newPassword: NewPassword }),
  {
    required: ['newPassword'],
    missing: 'Please enter a new password.',
  },
)

/** The password is required unless `verifyEmail` says otherwise. */
export const EmailVerificationForm = z.strictObject({
  token: MailToken,
  password: z.optional(CurrentPassword),
})

/** The message of `too-many-registrations` with the time from which registration is possible again. */
export const tooManyRegistrationsMessage = (time: string) =>
  REFUSALS_SHOWN_EVERYWHERE['too-many-registrations'].message.replace('later', `after ${time}`)

export const registerAccount = endpoint({
  method: 'POST',
  path: '/api/accounts',
  access: 'everyone',
  summary: 'Create an account. The reply is the same when the address has one already.',
  body: RegistrationForm,
  reply: { status: 202, body: SuccessReply },
  refusals: ['password-too-common', 'email-domain-not-allowed', 'too-many-registrations'],
})

export const resendVerificationMail = endpoint({
  method: 'POST',
  path: '/api/accounts/verification-mails',
  access: 'signed-in',
  summary: 'Send the verification email once more; older links stay valid.',
  reply: { status: 202, body: SuccessReply },
  refusals: ['resent-too-recently', 'email-already-verified', 'too-many-mails'],
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/accounts/email-verifications',
  access: 'everyone',
  unknownLink: 'link-not-valid',
  summary:
    'Confirm an email address with the token of its verification link, and sign in; with the password, too, unless this browser is signed in to the account, or registered it within the hour and nobody has signed in or out there since.',
  body: EmailVerificationForm,
  // The address, which whoever has the link knows, so that the person need not type it to sign in.
  reply: { status: 200, body: z.extend(SuccessReply, { email: z.string() }) },
  refusals: [
    'link-not-valid',
    'password-needed',
    'wrong-password',
    'too-many-attempts',
    'mailbox-has-account',
    // It is verified then, and the session is that of a suspended person, as after signing in.
    'account-suspended',
  ],
})

export const sendPasswordResetMail = endpoint({
  method: 'POST',
  path: '/api/accounts/password-reset-mails',
  access: 'everyone',
  summary: 'Send a password reset link, if the address has an account; the reply does not tell.',
  body: PasswordResetMailForm,
  reply: { status: 202, body: SuccessReply },
  refusals: ['too-many-mails'],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/accounts/password-resets',
  access: 'everyone',
  unknownLink: 'link-not-valid',
  summary:
    'Set a new password with the token of a reset or verification link. It verifies the email; every session of the account ends.',
  body: PasswordResetForm,
  reply: { status: 200, body: SuccessReply },
  refusals: ['link-not-valid', 'password-too-common', 'mailbox-has-account'],
})

/** What the person reads after a success (spec §8). */
export const SUCCESS_MESSAGES = {
  registered:
    'Registration successful! A verification email has been sent to your email address. Please check your inbox (and spam folder) and click the link to verify your email.',
  verificationResent: 'Verification email resent! Please check your inbox (and spam folder).',
  emailVerified: 'Email verified.',
  passwordChanged: 'Your password was changed. You are still signed in here, and signed out everywhere else.',
  accountErased: 'Your account and everything in it have been erased.',
  passwordReset: 'Your new password is set. Please sign in with it.',
  alertsStopped:
    'Alerts are off. You stay registered as a donor, and can turn alerts on again on your Account page.',
  thankYousStopped:
    'You get no more thank-yous. You still get alerts, and can turn thank-yous on again on your Account page.',
  testAlertSent:
    'Test alert sent. Please check your inbox (and spam folder), and the devices with notifications.',
  resetMailSent: (email: string) =>
    `If an account exists for ${email}, a password reset link has been sent. Please check your inbox (and spam folder).`,
} as const
