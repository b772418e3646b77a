import * as z from 'zod/mini'
import { AlertPreferences, ReceivedAlert } from '../alerts/endpoints.ts'
import { PushDevice } from '../alerts/push-devices.ts'
import { RequestDeletion } from '../blood-requests/deletions.ts'
import { BloodRequest } from '../blood-requests/endpoints.ts'
import { SharePage } from '../blood-requests/share-pages.ts'
import { ImportedDonor } from '../donors/claims.ts'
import { Donor } from '../donors/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { Id, withRequired } from '../forms.ts'
import { maxLength } from '../max-length.ts'
import { ContactReveal } from '../offers/contact-reveals.ts'
import { OwnDonation } from '../offers/donations.ts'
import { OwnOffer } from '../offers/endpoints.ts'
import { CurrentPassword, NewPassword, SuccessReply } from '../passwords/accounts.ts'
import { CaseAboutMe, OwnReport } from '../reports/endpoints.ts'
import { DismissalReason } from '../reports/reasons.ts'
import { SessionTimes } from '../sessions/endpoints.ts'
import { Suspension, User } from '../users/endpoints.ts'

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

/** A session with the address and browser that started it. */
const SessionRecord = z.extend(SessionTimes, {
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
})

/** What a person sees of a passkey; nothing with which it could be used. */
export const PasskeyRecord = z.object({
  /** As its owner named it; at first the browser and the system, such as "Chrome on Android". */
  name: z.string(),
  addedAt: z.iso.datetime(),
  /** When it was last used to sign in or to confirm; null before. */
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** The host name at which it works, if the site has another one now; missing otherwise. */
  formerHost: z.optional(z.string()),
})
export type PasskeyRecord = z.infer<typeof PasskeyRecord>

/** Everything that is stored about one person. */
export const AccountExport = z.object({
  exportedAt: z.iso.datetime(),
  /**
   * `emailVerifiedAt`: when the email was verified; null if it is not. `erasureAnnouncedAt`: when the mail was sent that
   * announces the erasure of an unverified account. `postingStoppedAt`: since when reports stop the person from posting.
   * `mayShareMailbox`: whether an admin has let the account be verified although its mailbox has another one.
   */
  account: z.extend(User, {
    emailVerifiedAt: z.nullable(z.iso.datetime()),
    erasureAnnouncedAt: z.nullable(z.iso.datetime()),
    postingStoppedAt: z.nullable(z.iso.datetime()),
    mayShareMailbox: z.boolean(),
  }),
  consents: z.array(Consent),
  suspension: z.nullable(Suspension),
  /** `isImported`: a list that an operator imported had this person. */
  donorProfile: z.nullable(z.extend(Donor, { isImported: z.boolean() })),
  /** What a list that was imported says about the person; null without a verified address, or if there is none. */
  importedDonor: z.nullable(ImportedDonor),
  bloodRequests: z.array(BloodRequest),
  /** The public pages of these requests. */
  sharePages: z.array(z.extend(SharePage, { bloodRequestId: Id })),
  /** When deleted requests of the last 24 hours were posted: they still count towards the posting limit. */
  deletedBloodRequests: z.array(z.object({ requestedAt: z.iso.datetime() })),
  /** Those that admins deleted, until the person has read it. */
  requestsDeletedByAdmins: z.array(RequestDeletion),
  /** `wasRefused`: the requester pressed "Not needed". */
  offers: z.array(z.extend(OwnOffer, { wasRefused: z.boolean() })),
  /** Also those that were undone. */
  donations: z.array(z.extend(OwnDonation, { isWithdrawn: z.boolean() })),
  /** Null for the defaults. */
  alertPreferences: z.nullable(z.extend(AlertPreferences, { testedAt: z.nullable(z.iso.datetime()) })),
  alerts: z.array(ReceivedAlert),
  /** That the person wants no thank-yous any more; null for who gets them. */
  thankYouStop: z.nullable(z.object({ stoppedAt: z.iso.datetime() })),
  /** The browsers that get alerts as notifications, with the host of the push service that delivers them. */
  pushDevices: z.array(z.extend(z.omit(PushDevice, { id: true }), { pushService: z.string() })),
  /** The number for text messages; `confirmedAt` is null until the code that was sent to it is typed. Null if they are off. */
  textMessages: z.nullable(
    z.object({
      number: z.nullable(z.string()),
      confirmedAt: z.nullable(z.iso.datetime()),
      /** When the last code was sent that can still be typed, and how many wrong ones were. */
      codeSentAt: z.nullable(z.iso.datetime()),
      wrongCodes: z.int(),
    }),
  ),
  passkeys: z.array(PasskeyRecord),
  /** Who saw the person's number, and when. */
  contactReveals: z.array(ContactReveal),
  /** When the person saw the number of a donor who had offered or, as an admin, of any donor. */
  contactsSeen: z.array(z.omit(ContactReveal, { bloodRequest: true })),
  /** When the person was sent other people's phone numbers in the last day, and how many new ones each time. */
  phoneNumbersSeen: z.array(z.object({ at: z.iso.datetime(), count: z.int() })),
  /** When the person last came near the limit of phone numbers, and how many they had been sent by then. */
  phoneNumberWarning: z.nullable(
    z.object({
      at: z.iso.datetime(),
      lastHour: z.int(),
      lastDay: z.int(),
      wasRefused: z.boolean(),
    }),
  ),
  sessions: z.array(SessionRecord),
  reportsMade: z.array(
    z.extend(OwnReport, {
      dismissedAt: z.nullable(z.iso.datetime()),
      dismissalReason: z.nullable(DismissalReason),
      countsByItself: z.boolean(),
    }),
  ),
  /** What others reported about the person or their requests; nothing about whoever reported. */
  reportsAboutMe: z.array(CaseAboutMe),
})
export type AccountExport = z.infer<typeof AccountExport>

/** The file name of an account export. */
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

export const readOwnAccount = endpoint({
  method: 'GET',
  path: '/api/accounts/mine',
  access: 'signed-in',
  allowsSuspended: true,
  summary: 'My account: the address, since when, and what I agreed to.',
  reply: { status: 200, body: OwnAccount },
})

/** The version of the text that the person has read. */
export const ConsentForm = z.strictObject({
  version: z.string('The version of the text is missing.').check(maxLength(20, 'There is no such version.')),
})

export const agreeToConsent = endpoint({
  method: 'POST',
  path: '/api/accounts/mine/consents',
  access: 'signed-in',
  summary: 'Agree to the current text about my data.',
  body: ConsentForm,
  reply: { status: 201, body: Consent },
  refusals: ['consent-text-changed'],
})

export const exportOwnAccount = endpoint({
  method: 'GET',
  path: '/api/accounts/mine/export',
  access: 'signed-in',
  allowsSuspended: true,
  summary: 'Everything that is stored about me, to keep.',
  reply: { status: 200, body: AccountExport, isStreamed: true },
  refusals: ['too-many-exports'],
})

/** The message of `too-many-exports`. */
export const tooManyExportsMessage = (seconds: number) => {
  const wholeSeconds = Math.max(1, Math.ceil(seconds))
  return `You downloaded your data a moment ago. You can download it again in ${wholeSeconds} ${wholeSeconds === 1 ? 'second' : 'seconds'}.`
}

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
