import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { calendarDate, maxLength, SuccessReply } from '../forms.ts'
import { AlertFrequency, AlertPreferences } from './endpoints.ts'

/** How long alerts are paused. */
export const PauseLength = z.enum(['week', 'month', 'date', 'until-i-return'], 'Please select how long.')
export type PauseLength = z.infer<typeof PauseLength>

/** `none` ends a pause. */
export const AlertPause = z.enum([...PauseLength.options, 'none'])
export type AlertPause = z.infer<typeof AlertPause>

/** Asks a donor whether we may ask for platelets by machine, too. @param intervalDays the setting, in the email that invites */
export const invitationToPlatelets = (intervalDays?: number) =>
  `Platelets are given by machine, about 90 minutes${intervalDays === undefined ? '' : `, and again after ${intervalDays} days`}. May we ask you for them, too?`

/** The button below it, and the link to it in emails. */
export const ACCEPT_PLATELETS = 'Ask me for platelets, too'

/** The days of a pause. */
export const PAUSE_DAYS = { week: 7, month: 30 } as const

/** The message when the date of a pause until a date is missing. */
export const DATE_NEEDED = 'Choose the date from which you want alerts again.'

export const PauseDate = z.optional(calendarDate(DATE_NEEDED))

/** Checks that a pause has a date if it lasts until a date, and otherwise none. */
export const hasDateOfPause = z.refine<{ pause?: AlertPause | undefined; pauseUntil?: string | undefined }>(
  ({ pause, pauseUntil }) => (pause === 'date') === (pauseUntil !== undefined),
  { path: ['pauseUntil'], error: DATE_NEEDED },
)

/** What a donor changes about alerts. Whatever is missing stays as it is. */
export const AlertPreferencesForm = z
  .strictObject({
    isOn: z.optional(z.boolean()),
    frequency: z.optional(AlertFrequency),
    nightsAllowed: z.optional(z.boolean()),
    alsoPlatelets: z.optional(z.boolean()),
    pause: z.optional(AlertPause),
    /** The date of a pause of the kind `date`, from which alerts come again. */
    pauseUntil: PauseDate,
  })
  .check(hasDateOfPause)
export type AlertPreferencesForm = z.infer<typeof AlertPreferencesForm>

export const readAlertPreferences = endpoint({
  method: 'GET',
  path: '/api/alerts/preferences',
  access: 'signed-in',
  summary: 'When and how often I am asked to donate.',
  // The defaults before a choice; null for people without a donor profile.
  reply: { status: 200, body: z.object({ preferences: z.nullable(AlertPreferences) }) },
})

export const changeAlertPreferences = endpoint({
  method: 'PATCH',
  path: '/api/alerts/preferences',
  access: 'signed-in',
  summary:
    'Turn alerts on or off, choose how often, whether also at night and for platelets they come, pause them.',
  body: AlertPreferencesForm,
  reply: { status: 200, body: AlertPreferences },
  refusals: ['alerts-for-donors', 'pause-date-out-of-range'],
})

export const sendTestAlert = endpoint({
  method: 'POST',
  path: '/api/alerts/test-alerts',
  access: 'email-verified',
  signedOutMessage: 'Please sign in to send yourself a test alert.',
  unverifiedMessage: 'Please verify your email address first. Check your inbox for a verification link.',
  summary: 'Send me a test alert, by email and to my devices with notifications.',
  reply: { status: 202, body: SuccessReply },
  refusals: ['alerts-for-donors', 'too-many-test-alerts'],
})

/** For the page of the link. Mail programs post to the link itself (RFC 8058). */
export const stopEmails = endpoint({
  method: 'POST',
  path: '/api/alerts/unsubscriptions',
  access: 'everyone',
  unknownLink: 'unsubscribe-link-not-valid',
  summary: 'Turn alerts or thank-yous off with the link in an email, without signing in.',
  body: z.strictObject({
    token: z.string('The token is missing.').check(maxLength(100, 'There is no such token.')),
  }),
  reply: { status: 200, body: SuccessReply },
  refusals: ['unsubscribe-link-not-valid'],
})
