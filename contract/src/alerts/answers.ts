import * as z from 'zod/mini'
import { BloodRequestSummary } from '../blood-requests/endpoints.ts'
import { StoredUniversityId } from '../donors/university-id.ts'
import { endpoint } from '../endpoint.ts'
import { maxLength, SuccessReply, withRequired } from '../forms.ts'
import { ArrivalMinutes, MAY_NOT_DONATE, OwnOffer } from '../offers/endpoints.ts'
import { DEAD_ALERT_LINK, REFUSALS_ABOUT_ALERTS } from '../refusals/alerts.ts'
import { cleanCode } from '../typed-text/clean.ts'
import { AlertAnswer } from './endpoints.ts'
import { hasDateOfPause, PauseDate, PauseLength } from './preferences.ts'

/**
 * After so many wrong digits and University IDs together, an alert can be answered with yes only by the donor's session or
 * known browser.
 */
export const MAX_WRONG_PROOFS = 5

const DIGITS_MISSING = 'Please enter the last four digits of your phone number.'
const DIGITS_WRONG = 'Please enter four digits.'

/** Four digits of any script. */
const LastDigits = z
  .string(DIGITS_MISSING)
  .check(
    z.overwrite(cleanCode),
    maxLength(4, DIGITS_WRONG),
    z.minLength(1, DIGITS_MISSING),
    z.regex(/^\d{4}$/, DIGITS_WRONG),
  )

const LINK_INCOMPLETE = 'The link is incomplete. Please open it again from the message.'

/** The secret of an alert's link as base64url: 256 bits; 128 in a text message. */
const AlertToken = z
  .string('The link is incomplete.')
  .check(maxLength(43, LINK_INCOMPLETE), z.regex(/^([\w-]{43}|[\w-]{22})$/, LINK_INCOMPLETE))

/** The body of calls that need nothing but the token of the link. A URL would get into logs and the history. */
export const AlertLinkForm = z.strictObject({ token: AlertToken })

/**
 * One of the two is required unless the browser is signed in as the donor, or has been before: the University ID of a donor
 * whose number everybody sees, otherwise the digits.
 */
const AlertAcceptanceForm = z.strictObject({
  token: AlertToken,
  digits: z.optional(LastDigits),
  universityId: z.optional(StoredUniversityId),
})

/** The same proof, to say that the donor is on the way. */
const AlertArrivalForm = z.extend(AlertAcceptanceForm, { minutes: ArrivalMinutes })

/** The acceptance with digits, for the form in the page. */
export const AlertDigitsForm = withRequired(z.strictObject({ token: AlertToken, digits: LastDigits }), {
  required: ['digits'],
  missing: DIGITS_MISSING,
})

/** The same with the University ID. */
export const AlertUniversityIdForm = withRequired(
  z.strictObject({ token: AlertToken, universityId: StoredUniversityId }),
  { required: ['universityId'], missing: 'Please enter your University ID.' },
)

/** `pauseUntil` is the date of a pause of the kind `date`, from which alerts come again. */
export const AlertPauseForm = z
  .strictObject({
    token: AlertToken,
    pause: PauseLength,
    pauseUntil: PauseDate,
  })
  .check(hasDateOfPause)

/**
 * What an alert asks. Only `ownOffer` has a name or a phone number, and nothing has more of the donor's account: emails are
 * forwarded.
 */
export const AskedAlert = z.extend(BloodRequestSummary, {
  /** Null also after an offer has ended otherwise. */
  answer: z.nullable(AlertAnswer),
  /** Whether the donor had said yes before a no, so that the owner was told. */
  hasWithdrawn: z.boolean(),
  /** Why the donor can no longer say yes: they gave, were released, or could not come twice. Null while they can. */
  cannotOffer: z.nullable(z.string()),
  /** Whether this browser must enter the digits to answer with yes. */
  needsDigits: z.boolean(),
  /** Whether this browser must enter the University ID instead, because everybody sees the donor's number. */
  needsUniversityId: z.boolean(),
  /**
   * The offer that stands, with whom to call, and the donor's name: for a browser that need not prove itself, and in the
   * reply to what only the donor knows.
   */
  ownOffer: z.nullable(z.extend(OwnOffer, { donorName: z.string() })),
})
export type AskedAlert = z.infer<typeof AskedAlert>

/** The message of what was wrong. */
export const wrongProofMessage = (code: 'wrong-digits' | 'wrong-university-id', triesLeft: number) =>
  `${REFUSALS_ABOUT_ALERTS[code].message} You can try ${triesLeft === 1 ? 'once' : `${triesLeft} times`} more.`

/** The success of a pause. `until` is the day on which alerts start again; null: when the donor turns them on. */
export const alertsPausedMessage = (until: string | null) =>
  until === null
    ? 'Your alerts are paused until you end the pause. You can do so under Account.'
    : `Your alerts are paused until ${until}. You can end the pause under Account.`

export const readAskedAlert = endpoint({
  method: 'POST',
  path: '/api/alerts/lookups',
  access: 'everyone',
  unknownLink: 'alert-link-unknown',
  summary: 'What the alert of a link asks, and what its donor answered. Changes nothing.',
  body: AlertLinkForm,
  reply: { status: 200, body: AskedAlert },
  refusals: DEAD_ALERT_LINK,
})

/** What a call lacks, or has wrong, that only the donor knows. */
const UNPROVEN = [
  'digits-needed',
  'wrong-digits',
  'university-id-needed',
  'wrong-university-id',
  'too-many-wrong-digits',
] as const

export const acceptAlert = endpoint({
  method: 'POST',
  path: '/api/alerts/acceptances',
  access: 'everyone',
  unknownLink: 'alert-link-unknown',
  summary:
    'Answer an alert with yes: offer to donate. In a browser that is not known to be the donor’s, with the last four digits of the donor’s phone number, or with the University ID if everybody sees the number.',
  body: AlertAcceptanceForm,
  reply: { status: 200, body: AskedAlert },
  refusals: [
    ...DEAD_ALERT_LINK,
    ...UNPROVEN,
    'account-suspended',
    'own-blood-request',
    'already-offered',
    'email-not-verified',
    ...MAY_NOT_DONATE,
  ],
})

export const sayOnTheWayByAlert = endpoint({
  method: 'POST',
  path: '/api/alerts/arrivals',
  access: 'everyone',
  unknownLink: 'alert-link-unknown',
  summary:
    'Say that the donor of an alert, who has answered it with yes, is on the way. The same is required as for that answer.',
  body: AlertArrivalForm,
  reply: { status: 200, body: AskedAlert },
  refusals: [...DEAD_ALERT_LINK, ...UNPROVEN, 'not-a-donor', 'offer-settled'],
})

export const declineAlert = endpoint({
  method: 'POST',
  path: '/api/alerts/declines',
  access: 'everyone',
  unknownLink: 'alert-link-unknown',
  summary: 'Answer an alert with no: another donor is asked, and an offer for the request is withdrawn.',
  body: AlertLinkForm,
  reply: { status: 200, body: AskedAlert },
  refusals: DEAD_ALERT_LINK,
})

/** The success of `stopTextsByAlert`. */
export const TEXTS_STOPPED =
  'You get no more text messages. Alerts still come by email. You can turn text messages on again under Account.'

export const stopTextsByAlert = endpoint({
  method: 'POST',
  path: '/api/alerts/text-stops',
  access: 'everyone',
  unknownLink: 'alert-link-unknown',
  summary: 'End the text messages of the donor of a link, also of one whose request has closed.',
  body: AlertLinkForm,
  reply: { status: 200, body: SuccessReply },
  refusals: ['alert-link-unknown'],
})

/** The success of `acceptPlatelets`. */
export const PLATELETS_ACCEPTED = 'We also ask you for platelets. You can change that on your Account page.'

export const acceptPlatelets = endpoint({
  method: 'POST',
  path: '/api/alerts/platelets',
  access: 'everyone',
  unknownLink: 'alert-link-unknown',
  summary: 'Also ask the donor of a link for platelets by machine, also of one whose request has closed.',
  body: AlertLinkForm,
  reply: { status: 200, body: SuccessReply },
  refusals: ['alert-link-unknown', 'alerts-for-donors'],
})

export const confirmAlertShown = endpoint({
  method: 'POST',
  path: '/api/alerts/displays',
  access: 'everyone',
  unknownLink: 'alert-link-unknown',
  summary:
    'Tell that a device has shown the notification of an alert, so that no text message repeats it. Changes nothing else.',
  body: AlertLinkForm,
  reply: { status: 204 },
})

export const pauseAlerts = endpoint({
  method: 'POST',
  path: '/api/alerts/pauses',
  access: 'everyone',
  unknownLink: 'alert-link-unknown',
  summary: 'Pause the alerts of the donor of a link.',
  body: AlertPauseForm,
  reply: { status: 200, body: SuccessReply },
  refusals: [...DEAD_ALERT_LINK, 'pause-date-out-of-range'],
})
