import * as z from 'zod/mini'
import { AlertPreferences, ReceivedAlert } from '../alerts/endpoints.ts'
import { PushDevice } from '../alerts/push-devices.ts'
import { BloodRequest } from '../blood-requests/endpoints.ts'
import { RequestDeletion } from '../blood-requests/removals.ts'
import { SharePage } from '../blood-requests/share-pages.ts'
import { Donor } from '../donors/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { Id } from '../forms.ts'
import { CallResult, ComingOutcome } from '../kept-donors/calls.ts'
import { ImportedDonor } from '../kept-donors/claims.ts'
import { ContactReveal } from '../offers/contact-reveals.ts'
import { OwnDonation } from '../offers/donations.ts'
import { OwnOffer } from '../offers/endpoints.ts'
import { PasskeyRecord } from '../passkeys/endpoints.ts'
import { CaseAboutMe, DismissalReason, OwnReport } from '../reports/endpoints.ts'
import { SessionTimes } from '../sessions/endpoints.ts'
import { Suspension } from '../users/administration.ts'
import { User } from '../users/endpoints.ts'
import { Consent } from './endpoints.ts'

/** A session with the address and browser that started it. */
const SessionRecord = z.extend(SessionTimes, {
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
})

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
  /** The right of a coordinator, also after it has ended; `endAnnouncedAt`: when the mail was sent that announces the end. */
  coordinator: z.nullable(
    z.object({
      hallId: z.nullable(Id),
      endsAt: z.iso.datetime(),
      namedAt: z.iso.datetime(),
      endAnnouncedAt: z.nullable(z.iso.datetime()),
      endedAt: z.nullable(z.iso.datetime()),
    }),
  ),
  /** When the person was last on call; `contactNumber` is null since it ended, `lastShownAt` is when the number was last given out. */
  onCall: z.nullable(
    z.object({
      contactNumber: z.nullable(z.string()),
      beganAt: z.iso.datetime(),
      endsAt: z.iso.datetime(),
      endedAt: z.nullable(z.iso.datetime()),
      lastShownAt: z.nullable(z.iso.datetime()),
    }),
  ),
  /** When the person was told on call of urgent requests that waited. */
  onCallAlerts: z.array(z.object({ alertedAt: z.iso.datetime() })),
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
  /** `wasRefused`: the requester pressed "Not needed"; `hasContradicted`: the person says that they gave, who was said not to. */
  offers: z.array(z.extend(OwnOffer, { wasRefused: z.boolean(), hasContradicted: z.boolean() })),
  /** Calls by coordinators, and those that the person made as one, with the number that the owner of the request sees. */
  calls: z.array(
    z.object({
      wasCaller: z.boolean(),
      bloodRequestId: z.nullable(Id),
      calledAt: z.iso.datetime(),
      result: z.nullable(CallResult),
      notedAt: z.nullable(z.iso.datetime()),
      contactNumber: z.nullable(z.string()),
      endedAt: z.nullable(z.iso.datetime()),
      outcome: z.nullable(ComingOutcome),
    }),
  ),
  /** Also those that were undone. */
  donations: z.array(z.extend(OwnDonation, { isWithdrawn: z.boolean() })),
  /** Null for the defaults. */
  alertPreferences: z.nullable(
    z.extend(AlertPreferences, {
      /** When an alert invited the donor to platelets. */
      plateletsInvitedAt: z.nullable(z.iso.datetime()),
      testedAt: z.nullable(z.iso.datetime()),
    }),
  ),
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

export const exportOwnAccount = endpoint({
  method: 'GET',
  path: '/api/accounts/mine/export',
  access: 'signed-in',
  allowsSuspended: true,
  summary: 'Everything that is stored about me, to keep.',
  reply: { status: 200, body: AccountExport, isStreamed: true },
  refusals: ['too-many-exports'],
})

/** The file name of an account export. */
export const EXPORT_FILE_NAME = 'my-blood-bank-data.json'

/** The message of `too-many-exports`. */
export const tooManyExportsMessage = (seconds: number) => {
  const wholeSeconds = Math.max(1, Math.ceil(seconds))
  return `You downloaded your data a moment ago. You can download it again in ${wholeSeconds} ${wholeSeconds === 1 ? 'second' : 'seconds'}.`
}
