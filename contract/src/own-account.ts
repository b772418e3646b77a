import * as z from 'zod/mini'
import { CurrentPassword, NewPassword, Said } from './accounts.ts'
import { BloodRequest } from './blood-requests.ts'
import { Donor } from './donors.ts'
import { endpoint } from './endpoint.ts'
import { withRequired } from './forms.ts'
import { SessionTimes } from './sessions.ts'
import { Suspension, User } from './users.ts'

/** What somebody agreed to, in the words that they read, and when. */
export const Consent = z.object({ version: z.string(), text: z.string(), agreedAt: z.iso.datetime() })
export type Consent = z.infer<typeof Consent>

/** My account; `consent` is null for accounts that are older than the records of it. */
export const OwnAccount = z.object({
  email: z.string(),
  createdAt: z.iso.datetime(),
  consent: z.nullable(Consent),
})
export type OwnAccount = z.infer<typeof OwnAccount>

/** A session with where it was opened from. */
const SessionRecord = z.extend(SessionTimes, {
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
})

/** Everything that is stored about one person and shown to nobody else in whole. */
export const AccountExport = z.object({
  exportedAt: z.iso.datetime(),
  /** With when the mail was sent that announces its erasure, as its email was never verified. */
  account: z.extend(User, { erasureAnnouncedAt: z.nullable(z.iso.datetime()) }),
  consents: z.array(Consent),
  suspension: z.nullable(Suspension),
  donorProfile: z.nullable(Donor),
  bloodRequests: z.array(BloodRequest),
  /** When requests were posted that were deleted within 24 hours of it: for that long they count as posted. */
  deletedBloodRequests: z.array(z.object({ requestedAt: z.iso.datetime() })),
  /** When I was sent phone numbers of others in the last day, and how many that I had not been sent before. */
  phoneNumbersSeen: z.array(z.object({ at: z.iso.datetime(), count: z.int() })),
  /** When I last came near the limit of phone numbers, and how many I had been sent by then. */
  phoneNumberWarning: z.nullable(
    z.object({
      at: z.iso.datetime(),
      lastHour: z.int(),
      lastDay: z.int(),
      wasRefused: z.boolean(),
    }),
  ),
  sessions: z.array(SessionRecord),
})
export type AccountExport = z.infer<typeof AccountExport>

/** Under which name an export is saved. */
export const EXPORT_FILE_NAME = 'my-blood-bank-data.json'

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

export const ErasureForm = withRequired(z.strictObject({ password: CurrentPassword }), {
  required: ['password'],
  missing: 'Please enter your password.',
})

export const readOwnAccount = endpoint({
  method: 'GET',
  path: '/api/accounts/mine',
  access: 'signed-in',
  evenSuspended: true,
  summary: 'My account: the address, since when, and what I agreed to.',
  reply: { status: 200, body: OwnAccount },
})

export const exportOwnAccount = endpoint({
  method: 'GET',
  path: '/api/accounts/mine/export',
  access: 'signed-in',
  evenSuspended: true,
  summary: 'Everything that is stored about me, to keep.',
  reply: { status: 200, body: AccountExport, isStreamed: true },
  refusals: ['too-many-exports'],
})

/** What is said to whoever downloads their data again too soon. */
export const tooManyExports = (seconds: number) => {
  const whole = Math.max(1, Math.ceil(seconds))
  return `You downloaded your data a moment ago. You can download it again in ${whole} ${whole === 1 ? 'second' : 'seconds'}.`
}

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/accounts/mine/password',
  access: 'signed-in',
  summary: 'Change my password; every other session of mine ends.',
  body: PasswordChangeForm,
  reply: { status: 200, body: Said },
  refusals: ['wrong-password', 'password-too-common', 'too-many-attempts'],
})

export const eraseOwnAccount = endpoint({
  method: 'POST',
  path: '/api/accounts/mine/erasure',
  access: 'signed-in',
  evenSuspended: true,
  summary: 'Erase my account and all that is stored about me, for good.',
  body: ErasureForm,
  reply: { status: 200, body: Said },
  refusals: ['wrong-password', 'last-admin', 'too-many-attempts'],
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
