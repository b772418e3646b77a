import * as z from 'zod/mini'
import { REFUSALS_ABOUT_ACCOUNTS } from './refusals/accounts.ts'
import { REFUSALS_ABOUT_ALERTS } from './refusals/alerts.ts'
import { REFUSALS_ABOUT_DONORS } from './refusals/donors.ts'
import { FAILURES } from './refusals/failures.ts'
import { REFUSALS_ABOUT_KEPT_DONORS } from './refusals/kept-donors.ts'
import { REFUSALS_SHOWN_EVERYWHERE } from './refusals/shown.ts'

/**
 * Every refusal of the server (spec §8): the HTTP status and the sentence that a person reads.
 * The web shows `message` and decides by `code`. The sentences that pages show by themselves are in `refusals/`: all of
 * them weigh 2.4 kB.
 */
export const REFUSALS = {
  // Of calls that the platform refuses, whoever makes them.
  'invalid-input': { status: 400, message: 'Please check the marked fields and try again.' },
  'foreign-origin': {
    status: 403,
    message: 'This call did not come from a page of this site. Please reload the page and try again.',
  },
  'not-found': { status: 404, message: 'There is nothing at this address.' },
  'event-stream-only': { status: 406, message: 'Live updates are sent as an event stream only.' },
  'body-too-large': { status: 413, message: 'This is too large to be sent. Please shorten it.' },
  'headers-too-large': { status: 431, message: 'The headers of this call are too large.' },
  'too-slow': { status: 408, message: 'This call took too long to arrive. Please try again.' },
  'no-http': { status: 400, message: 'This call cannot be read.' },
  'unsupported-media-type': { status: 415, message: 'The body of this call must be JSON.' },
  'too-many-calls': {
    status: 429,
    message: 'Too many calls came from you at once. Please wait a moment and try again.',
  },

  // About what admins do to users.
  'user-not-found': { status: 404, message: 'This user no longer exists.' },
  'self-demotion': {
    status: 409,
    message: 'Admins cannot remove their own admin role through this interface.',
  },
  'last-admin': {
    status: 409,
    message: 'There must be at least one admin. Make someone else an admin first.',
  },
  'admin-needs-verified-email': {
    status: 409,
    message:
      'Only a verified account can be made admin. Ask this person to open the link in their verification email first.',
  },
  'suspended-not-admin': {
    status: 409,
    message: 'A suspended user cannot be made admin. Lift the suspension first.',
  },
  'admin-not-suspended': {
    status: 409,
    message: 'An admin cannot be suspended. Change their role to user first.',
  },
  'already-suspended': { status: 409, message: 'This user is already suspended.' },
  'not-a-second-account': {
    status: 409,
    message:
      'This account is verified, or its mailbox has no other account any more. Please reload the list.',
  },
  'not-suspended': { status: 409, message: 'This user is no longer suspended.' },
  'admin-not-coordinator': {
    status: 409,
    message: 'An admin may do everything that a coordinator may. There is nothing to change.',
  },
  'suspended-not-coordinator': {
    status: 409,
    message: 'A suspended user cannot be a coordinator. Lift the suspension first.',
  },
  'coordinator-needs-verified-email': {
    status: 409,
    message:
      'Only somebody with a verified account can be a coordinator. Ask this person to open the link in their verification email first.',
  },
  'not-a-coordinator': { status: 409, message: 'This user is no longer a coordinator.' },

  // About blood requests and the confirmation that they are needed.
  'blood-request-not-found': { status: 404, message: 'This blood request no longer exists.' },
  'blood-request-closed': {
    status: 409,
    message: 'This blood request is already closed. Only an active request can be changed.',
  },
  'removal-reason-missing': { status: 400, message: 'Please select a reason.' },
  'hospital-has-patient-name': {
    status: 409,
    message:
      "Emails and public pages will not name the hospital, because it contains the patient's name. Members see it.",
  },
  'similar-request-active': {
    status: 409,
    message:
      'You already have an active request for this patient, blood group and hospital. It is on your dashboard. To post another one, confirm that you mean it.',
  },
  'posting-stopped': {
    status: 403,
    message:
      'Several members have reported you, so you cannot post requests until an admin has looked at the reports. You will get an email with the decision. If blood is needed now, please contact the administrators.',
  },
  'too-many-active-requests': {
    status: 409,
    message: 'You have too many active requests. Mark one as fulfilled or cancel it, then post again.',
  },
  'too-many-posts': {
    status: 429,
    message: 'You have posted many requests in the last 24 hours. Please post again later.',
  },
  'confirmation-link-unknown': {
    status: 400,
    message: 'This link is not valid. Please open it again from the email.',
  },
  'confirmation-request-fulfilled': {
    status: 409,
    message: 'This request is marked as fulfilled already. There is nothing left to answer.',
  },
  'confirmation-request-cancelled': {
    status: 409,
    message: 'This request is cancelled already. There is nothing left to answer.',
  },
  'confirmation-request-deleted': {
    status: 409,
    message: 'This request was deleted. There is nothing left to answer.',
  },
  'confirmation-request-unavailable': {
    status: 409,
    message:
      'This request is not available at the moment, because the account is suspended. Please contact the administrators.',
  },

  // About thank-yous.
  'thank-you-before-fulfilled': {
    status: 409,
    message: 'You can say thank you once the request is fulfilled.',
  },
  'thank-you-chosen': {
    status: 409,
    message: "You have chosen for this request already. The choice can't be changed.",
  },
  'thank-you-too-late': {
    status: 409,
    message: 'A thank-you can be chosen for 14 days after the request was fulfilled. They are over.',
  },
  'nobody-to-thank': {
    status: 409,
    message: 'No donation is recorded for this request, so there is nobody to thank.',
  },
  'thank-yous-for-donors': { status: 409, message: 'Thank-yous are for donors. Register as a donor first.' },

  // About reports.
  'account-too-new': {
    status: 403,
    message: 'Your account is too new to report. Please contact the administrators if it cannot wait.',
  },
  'own-report': {
    status: 409,
    message: 'This is your own request. If it is no longer right, cancel or delete it.',
  },
  'already-reported': {
    status: 409,
    message: 'You have reported this already. An admin will look at it.',
  },
  'report-case-not-found': { status: 404, message: 'These reports no longer exist. Please reload the list.' },
  'own-report-case': {
    status: 403,
    message:
      'These reports are about you, so you cannot see who made them. Please ask another admin to decide.',
  },
  'own-case-not-decided': {
    status: 403,
    message: 'These reports are about you. Please ask another admin to decide.',
  },
  'report-not-found': { status: 404, message: 'This report no longer exists. Please reload the list.' },
  'reports-already-decided': {
    status: 409,
    message: 'Another admin has already decided. Nothing was changed; please look at the decision.',
  },
  'reports-changed': {
    status: 409,
    message: 'The reports have changed in the meantime. Please read them again, then decide.',
  },
  'too-many-reports': {
    status: 429,
    message: 'You have made many reports in the last 24 hours. Please report again later.',
  },

  // Last, so that TypeScript reports a code that is above as well.
  ...REFUSALS_ABOUT_ACCOUNTS,
  ...REFUSALS_SHOWN_EVERYWHERE,
  ...REFUSALS_ABOUT_DONORS,
  ...REFUSALS_ABOUT_KEPT_DONORS,
  ...REFUSALS_ABOUT_ALERTS,
  ...FAILURES,
} as const

export type RefusalCode = keyof typeof REFUSALS

/**
 * The body of every reply that is not a success. `fields` has a message for each invalid field of the form. `hint`
 * tells a developer how to repair a database that lacks a migration or an index (spec §8), never in production.
 * `requestId` identifies an unexpected error in the server's log.
 */
export const ErrorReply = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
    hint: z.optional(z.string()),
    requestId: z.optional(z.string()),
  }),
})
export type ErrorReply = z.infer<typeof ErrorReply>
