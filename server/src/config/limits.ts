import { wholeNumber } from './setting-types.ts'

/** A limit in the environment: a whole number; 0 switches the limit off. */
const limit = (preset: number) =>
  wholeNumber(preset, { note: ' (0 for no limit)' }).transform(value =>
    value === 0 ? Number.POSITIVE_INFINITY : value,
  )

/**
 * The limits that protect the others from one account, browser or network, by the names of their settings
 * (docs/operations.md explains each). A limit that is switched off reads as infinite.
 */
export const LIMIT_SETTINGS = {
  NUMBERS_PER_HOUR: limit(400),
  NUMBERS_PER_DAY: limit(1_000),
  UNVERIFIED_NUMBERS_PER_HOUR: limit(60),
  UNVERIFIED_NUMBERS_PER_DAY: limit(120),
  UNVERIFIED_PAGE_SIZE: limit(50),
  POSTS_PER_DAY: limit(20),
  ACTIVE_REQUESTS: limit(10),
  REPORTS_PER_DAY: limit(5),
  REPORTER_ACCOUNT_DAYS: wholeNumber(7),
  OWN_EXPORTS_PER_MINUTE: limit(1),
  REGISTRATIONS_PER_HOUR: limit(300),
  UNVERIFIED_ACCOUNT_DAYS: limit(30),
  SIGN_INS_PER_MINUTE: limit(5),
  SIGN_IN_FAILURES_PER_HOUR: limit(30),
  STRANGERS_SIGN_INS_PER_HOUR: limit(50),
  MAILS_PER_QUARTER_HOUR: limit(1),
  MAILS_PER_DAY: limit(5),
  OWN_MAILS_PER_QUARTER_HOUR: limit(3),
  OWN_MAILS_PER_DAY: limit(10),
  SESSIONS_PER_ACCOUNT: limit(20),
  SESSION_IDLE_DAYS: limit(14),
  PASSWORD_CONFIRMATION_MINUTES: limit(15),
  CALLS_PER_ACCOUNT: limit(8),
  CALLS_PER_ADDRESS: limit(64),
  CONNECTIONS_PER_ADDRESS: limit(1_000),
  EVENT_LOOP_DELAY_MS: limit(1_000),
}

/** A limit as a parameter of an SQL statement: null if it is switched off. */
export const finiteOrNull = (limit: number): number | null => (Number.isFinite(limit) ? limit : null)

/** The limits in the form that the server uses. */
export type Limits = ReturnType<typeof limitsFrom>

/** @param environment the parsed settings of `LIMIT_SETTINGS` */
export const limitsFrom = (environment: Record<keyof typeof LIMIT_SETTINGS, number>) => ({
  /** Different phone numbers that an account may be sent; each counts once a day. */
  numbers: {
    verified: { hour: environment.NUMBERS_PER_HOUR, day: environment.NUMBERS_PER_DAY },
    unverified: {
      hour: environment.UNVERIFIED_NUMBERS_PER_HOUR,
      day: environment.UNVERIFIED_NUMBERS_PER_DAY,
    },
  },
  /** Records in one reply to an account whose email is not verified. */
  unverifiedPageSize: environment.UNVERIFIED_PAGE_SIZE,
  postsPerDay: environment.POSTS_PER_DAY,
  activeRequests: environment.ACTIVE_REQUESTS,
  reportsPerDay: environment.REPORTS_PER_DAY,
  /** How old an account must be before its owner can report. */
  reporterAccountDays: environment.REPORTER_ACCOUNT_DAYS,
  ownExportsPerMinute: environment.OWN_EXPORTS_PER_MINUTE,
  /** From one address prefix. */
  registrationsPerHour: environment.REGISTRATIONS_PER_HOUR,
  /** How long an account may stay unverified before it is erased. */
  unverifiedAccountDays: environment.UNVERIFIED_ACCOUNT_DAYS,
  /** Passwords tried at one account: by one known browser, or by strangers from one address prefix. */
  signIns: {
    perMinute: environment.SIGN_INS_PER_MINUTE,
    failuresPerHour: environment.SIGN_IN_FAILURES_PER_HOUR,
    /** By all browsers together that have never signed in to the account. */
    byStrangersPerHour: environment.STRANGERS_SIGN_INS_PER_HOUR,
  },
  /** Mails of one kind to one recipient. */
  mails: {
    perQuarterHour: environment.MAILS_PER_QUARTER_HOUR,
    perDay: environment.MAILS_PER_DAY,
    /** Asked for by the signed-in owner or from a browser that has signed in to the account before. */
    ownPerQuarterHour: environment.OWN_MAILS_PER_QUARTER_HOUR,
    /** While the email of the account is not verified, so that its owner may be somebody else. */
    ownPerDay: environment.OWN_MAILS_PER_DAY,
  },
  sessionsPerAccount: environment.SESSIONS_PER_ACCOUNT,
  sessionIdleDays: environment.SESSION_IDLE_DAYS,
  /** How long after a password or passkey admins may export, suspend, show numbers and change roles, and all change passkeys. */
  passwordConfirmationMinutes: environment.PASSWORD_CONFIRMATION_MINUTES,
  /** Calls in flight at one server. */
  calls: { perAccount: environment.CALLS_PER_ACCOUNT, perAddress: environment.CALLS_PER_ADDRESS },
  /** Open connections of one address to one server. */
  connectionsPerAddress: environment.CONNECTIONS_PER_ADDRESS,
  /** How long the event loop may be delayed before calls are refused. */
  eventLoopDelayMs: environment.EVENT_LOOP_DELAY_MS,
})
