import type { Site } from '../site/endpoints.ts'

/**
 * For how long records are stored. Housekeeping deletes by these values and the privacy page states them, so that the
 * page cannot promise anything else.
 */
export const RETENTION = {
  /** A session that is used, at most. */
  sessionDays: 30,
  /** Links in emails that verify an address; links that reset a password end sooner. */
  mailLinkHours: 24,
  /** Which numbers an account was sent, and warnings about them: a little longer than the longest limit. */
  numbersSeenHours: 25,
  /** Posts that their owners deleted: as long as they count against the limit of a day. */
  deletedPostHours: 24,
  /** What remains of requests that admins deleted, if their owners have not read it. */
  requestDeletionDays: 90,
  /** Alerts, waves and links of requests that are closed or deleted. */
  alertDays: 90,
  confirmationLinkDays: 90,
  /** Who saw whose number, after they could no longer see it. */
  contactRevealYears: 2,
  /** Which lists changed, and for whom. */
  liveChangeMinutes: 10,
  /** Reports, after an admin decided about them. */
  reportYears: 2,
  /** What an imported list says about people who do not claim it. */
  importedDonorDays: 30,
  /** What coordinators keep about donors without an account, since the last call or donation. */
  keptDonorMonths: 24,
  /** Calls of donors with an account, with what came of them. */
  donorCallDays: 30,
  /** That somebody erased it, or does not want to be called, so that nobody lists them again. */
  optOutDays: 365,
  /** What limits counted for an account that was erased: as long as the longest limit. */
  erasedCountHours: 24,
  /** The suspension of an account that was erased, for the next account of its address. */
  erasedSuspensionYears: 2,
  /** Who was a coordinator, after the end: so long pages say why they no longer open. */
  endedCoordinatorDays: 30,
  /** A number for text messages that was never confirmed. */
  unconfirmedNumberHours: 24,
  /** Emails that could not be delivered: longer than an operator takes to mend a mail server. */
  deadMailDays: 90,
  /** Notifications and text messages that could not be delivered, and other jobs that were given up. */
  deadJobHours: 48,
  /** How many text messages a day had. */
  textCountDays: 2,
} as const

/** What the privacy page and the answers say because of an operator's settings. */
export type SiteRetention = Site['retention']

const TEXTS = {
  textsStored: ' The number that gets text messages, if you turned them on, and when you confirmed it.',
  textsStoredFor: ` The number: until you turn them off or change it; unconfirmed ${RETENTION.unconfirmedNumberHours} hours. A keyed hash of the last one that you confirmed stays.`,
  textsAudited: ' That you turned text messages on or off.',
  textsDelivery:
    ' Text messages pass through the company that delivers them and the telephone network, not encrypted. They have no name and no number but yours.',
  textsHelp: ' There you can also have urgent requests texted to your phone.',
}

const NO_TEXTS: typeof TEXTS = {
  textsStored: '',
  textsStoredFor: '',
  textsAudited: '',
  textsDelivery: '',
  textsHelp: '',
}

type Settings = { sessionIdleDays: number; unverifiedAccountDays: number; sendsTexts: boolean }

/** @param settings days; infinite where the operator switched the limit off */
export const describeRetention = ({
  sessionIdleDays,
  unverifiedAccountDays,
  sendsTexts,
}: Settings): SiteRetention => ({
  ...(sendsTexts ? TEXTS : NO_TEXTS),
  sessions: Number.isFinite(sessionIdleDays)
    ? `${inDays(RETENTION.sessionDays)}, and ${inDays(sessionIdleDays)} without use`
    : inDays(RETENTION.sessionDays),
  unverifiedAccounts: Number.isFinite(unverifiedAccountDays)
    ? `If you never verify your email address, we erase the account after ${inDays(unverifiedAccountDays)}.`
    : 'An account stays even if its email address is never verified.',
})

const inDays = (days: number) => (days === 1 ? '1 day' : `${days} days`)
