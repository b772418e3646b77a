import * as z from 'zod/mini'
import { BloodGroup } from '../donors/fields.ts'
import { endpoint } from '../endpoint.ts'
import { Id } from '../forms.ts'

const PerStatus = z.object({ active: z.int(), fulfilled: z.int(), cancelled: z.int() })

/** How many phone numbers a user had been sent when they last came near the limit, and whether more were refused. */
const NumberWarning = z.object({
  userId: Id,
  email: z.string(),
  lastHour: z.int(),
  lastDay: z.int(),
  wasRefused: z.boolean(),
  warnedAt: z.iso.datetime(),
})

/** Somebody for whom many donors were asked in the last 24 hours. */
const AlertWarning = z.object({ userId: Id, email: z.string(), donorsAsked: z.int() })

/** Somebody whose donors say that they gave, although it was said that the hospital could not take them. */
const ContradictionWarning = z.object({ userId: Id, email: z.string(), donors: z.int() })

/** A donation that its donor says did not happen. It moves no date until an admin decides. */
const DisputedDonation = z.object({
  id: Id,
  donatedOn: z.iso.date(),
  disputedAt: z.iso.datetime(),
  donor: z.object({ id: Id, fullName: z.string(), email: z.string() }),
})

/** What keeps emails, notifications, text messages or alerts from arriving. Zeros: nothing does. */
export const DeliveryFaults = z.object({
  /** Emails, notifications and text messages that failed all attempts within the last 24 hours. */
  mailsGivenUp: z.int(),
  pushesGivenUp: z.int(),
  textsGivenUp: z.int(),
  /** What the gateway said to the last one, in its own words, without the number. */
  textError: z.nullable(z.string()),
  /** How many text messages may be sent in a day, if no more can be sent today. */
  textLimitReached: z.nullable(z.int()),
  /**
   * The emails of a day to accounts whose address nobody has verified: from half of what is sent in a day on, or when some
   * wait for the next.
   */
  unverifiedMails: z.nullable(z.object({ sent: z.int(), perDay: z.int(), waiting: z.int() })),
  /** For how long a blood request has waited for the planner of alerts, if that is longer than it should. */
  planningDelayMinutes: z.int(),
})
export type DeliveryFaults = z.infer<typeof DeliveryFaults>

/** The cases of reports that wait for an admin. */
export const ReportsWaiting = z.object({
  total: z.int(),
  /** Those about a request that members see, or that reports hide. The others are about people or closed requests. */
  visibleRequests: z.int(),
  hiddenRequests: z.int(),
})
export type ReportsWaiting = z.infer<typeof ReportsWaiting>

/** How many disputed donations the overview names; it counts the others. */
export const DISPUTES_SHOWN = 10

/** The counts of the admin overview (spec §7). */
export const Overview = z.object({
  donors: z.int(),
  /** Those with an active profile that no admin has verified. */
  donorsToVerify: z.int(),
  users: z.int(),
  /** Imported donors who have neither agreed nor erased what the list says. */
  donorsToClaim: z.int(),
  bloodRequests: PerStatus,
  /** Donations of the last 12 weeks that a requester or an admin recorded. */
  unitsGiven: z.int(),
  /** Active requests that have needed a donor for over an hour, without a standing offer in that time. */
  requestsWithoutOffer: z.int(),
  /** Active requests for which nobody is asked, because many new members have asked. */
  requestsHeldBack: z.int(),
  /** Those that wait for an admin the longest, and how many there are in all. */
  disputedDonations: z.object({ total: z.int(), records: z.array(DisputedDonation) }),
  reportsWaiting: ReportsWaiting,
  /** Emails that could not be sent after all attempts. */
  deadMails: z.int(),
  deliveryFaults: DeliveryFaults,
  /** The space that is left for the data folder if it is low; null if it is not, or the database is elsewhere. */
  lowSpaceMegabytes: z.nullable(z.int()),
  /** Whether the site has the time zone UTC because nobody chose one. */
  isTimeZoneMissing: z.boolean(),
  /** Users who came near the limit of phone numbers in the last day, the latest first. */
  numberWarnings: z.array(NumberWarning),
  /** Users for whom 40 donors or more were asked in the last 24 hours, the most first. Nobody else is asked from 60 on. */
  alertWarnings: z.array(AlertWarning),
  /** Users whom three donors or more have contradicted in the last 30 days, the most first. */
  contradictionWarnings: z.array(ContradictionWarning),
})
export type Overview = z.infer<typeof Overview>

export const readOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'admin',
  summary: 'Counts of donors, users, and requests by status; at most a second old.',
  reply: { status: 200, body: Overview },
})

/** How many weeks the chart of requests shows, including the current one, and the units given are counted for. */
export const WEEKS_SHOWN = 12

/** The data of the overview's two charts. */
export const Charts = z.object({
  /**
   * The requests of each week by their current state, the oldest week first. A week is named by its Monday and
   * begins then, at midnight in the site's time zone.
   */
  weeks: z.array(z.extend(PerStatus, { monday: z.iso.date() })),
  /**
   * For every blood group the donors that searches find, each of whom gives a unit in about twelve weeks, and the units that
   * were asked for in the weeks above, but for cancelled requests and those that take any group.
   */
  availableDonors: z.array(z.object({ bloodGroup: BloodGroup, donors: z.int(), unitsAsked: z.int() })),
  /** How soon the first donor answered the requests of the last months, the latest first (`YYYY-MM`). */
  answerTimes: z.array(
    z.object({
      month: z.string(),
      posted: z.int(),
      answered: z.int(),
      medianMinutes: z.nullable(z.int()),
    }),
  ),
})
export type Charts = z.infer<typeof Charts>

export const readCharts = endpoint({
  method: 'GET',
  path: '/api/admin/overview/charts',
  access: 'admin',
  summary: 'Requests by state of the last 12 weeks, and available donors by group; at most a second old.',
  reply: { status: 200, body: Charts },
})

/** A bank with fewer donors has to bring more. */
export const FIRST_DONORS = 10

/** What a new blood bank has to do before it is ready, each by what the server knows. */
export const FirstRun = z.object({
  /** `mailbox-only`: no mail server is set; `failing`: it is, and emails were given up; `unproven`: none has led to a verified address. */
  email: z.enum(['works', 'mailbox-only', 'failing', 'unproven']),
  /** The names of settings that are missing. */
  missingSettings: z.array(z.string()),
  /** Registered and imported donors. */
  donors: z.int(),
  /** Whether a donor has sent themselves a test alert, or was alerted for a request. */
  hasAlert: z.boolean(),
})
export type FirstRun = z.infer<typeof FirstRun>

/** Which of the steps are done, in their order. */
export const stepsDone = ({ email, missingSettings, donors, hasAlert }: FirstRun): boolean[] => [
  email === 'works',
  missingSettings.length === 0,
  donors >= FIRST_DONORS,
  hasAlert,
]

export const isReady = (facts: FirstRun): boolean => stepsDone(facts).every(Boolean)

export const readFirstRun = endpoint({
  method: 'GET',
  path: '/api/admin/first-run',
  access: 'admin',
  summary: 'What a new blood bank still has to do: email, settings, donors, a first alert.',
  reply: { status: 200, body: FirstRun },
})
