import * as z from 'zod/mini'
import { FAILURES } from './failures.ts'

/**
 * Every refusal of the server (spec §8): the HTTP status and the sentence that a person reads.
 * The web shows `message` and decides by `code`.
 */
export const REFUSALS = {
  'invalid-input': { status: 400, message: 'Please check the marked fields and try again.' },
  'link-not-valid': {
    status: 400,
    message: 'This link is no longer valid. It has expired, or a link of this kind was already used.',
  },
  'password-too-common': {
    status: 400,
    message: 'This password is among the most common ones. Please choose another.',
  },
  'alert-link-unknown': {
    status: 400,
    message: 'This link is not valid. Please open it again from the email.',
  },
  'confirmation-link-unknown': {
    status: 400,
    message: 'This link is not valid. Please open it again from the email.',
  },
  'email-domain-not-allowed': {
    status: 400,
    message: 'Please use the email address that your university gave you.',
  },
  'not-signed-in': { status: 401, message: 'Please log in to continue.' },
  'wrong-credentials': { status: 401, message: 'Invalid email or password. Please try again.' },
  'wrong-password': {
    status: 403,
    message: 'This is not your current password. Please try again.',
  },
  'password-needed': {
    status: 403,
    message: 'To verify your email address in this browser, enter the password of your account.',
  },
  'digits-needed': {
    status: 403,
    message:
      'We do not know this browser. To show your number to the requester, enter the last four digits of your own phone number.',
  },
  'wrong-digits': {
    status: 403,
    message: 'These are not the last four digits of the phone number in your donor profile.',
  },
  'too-many-wrong-digits': {
    status: 403,
    message: 'The digits were wrong five times. Sign in, then open the link in the email again.',
  },
  'foreign-origin': {
    status: 403,
    message: 'This call did not come from a page of this site. Please reload the page and try again.',
  },
  'email-not-verified': {
    status: 403,
    message: 'Please verify your email address first. Check your inbox for a verification link.',
  },
  'account-suspended': {
    status: 403,
    message: 'This account is suspended. Please contact the administrators.',
  },
  'password-confirmation-needed': {
    status: 403,
    message: 'Please confirm your password, then try again.',
  },
  'passkey-not-accepted': {
    status: 403,
    message:
      'This passkey was not accepted. It may have been removed, or it took too long. Try again, or use your password.',
  },
  'passkey-confirmation-needed': {
    status: 403,
    message: 'Please use one of your passkeys first, then try again.',
  },
  'admin-passkey-needed': {
    status: 403,
    message: 'Admins of this site need a passkey. Add one on your Account page, or use the one you have.',
  },
  'admins-only': { status: 403, message: 'Only admins may do this.' },
  'not-yours': { status: 403, message: 'Only its owner or an admin may do this.' },
  'account-too-new': {
    status: 403,
    message: 'Your account is too new to report. Please contact the administrators if it cannot wait.',
  },
  'posting-stopped': {
    status: 403,
    message:
      'Several members have reported you, so you cannot post requests until an admin has looked at the reports. You will get an email with the decision. If blood is needed now, please contact the administrators.',
  },
  'not-found': { status: 404, message: 'There is nothing at this address.' },
  'passkey-not-found': { status: 404, message: 'This passkey has been removed already.' },
  'no-passkey': { status: 404, message: 'You have no passkey that works here.' },
  'push-device-not-found': { status: 404, message: 'This device gets no notifications any more.' },
  'donor-not-found': { status: 404, message: 'Donor profile not found. Cannot update.' },
  'blood-request-not-found': { status: 404, message: 'This blood request no longer exists.' },
  'donor-gone': { status: 404, message: 'This donor profile no longer exists.' },
  'offer-not-found': { status: 404, message: 'This offer no longer exists.' },
  'donation-not-found': { status: 404, message: 'This donation no longer exists.' },
  'unsubscribe-link-not-valid': {
    status: 404,
    message:
      'This link is not complete. Open it from the email again, or turn alerts off on your Account page.',
  },
  'event-stream-only': { status: 406, message: 'Live updates are sent as an event stream only.' },
  'user-not-found': { status: 404, message: 'This user no longer exists.' },
  'report-case-not-found': { status: 404, message: 'These reports no longer exist. Please reload the list.' },
  'report-not-found': { status: 404, message: 'This report no longer exists. Please reload the list.' },
  'already-a-donor': { status: 409, message: 'You are already registered as a donor.' },
  'blood-request-closed': {
    status: 409,
    message: 'This blood request is already closed. Only an active request can be changed.',
  },
  'alert-request-fulfilled': {
    status: 409,
    message: 'This request is fulfilled. Nobody has to come any more. Thank you for being ready to help.',
  },
  'alert-request-cancelled': {
    status: 409,
    message: 'This request was cancelled. Nobody has to come any more. Thank you for being ready to help.',
  },
  'alert-request-deleted': {
    status: 409,
    message: 'This request was deleted. Nobody has to come any more. Thank you for being ready to help.',
  },
  'alert-request-unavailable': {
    status: 409,
    message:
      'This request is not available at the moment, so nobody has to come. Thank you for being ready to help.',
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
  'similar-request-active': {
    status: 409,
    message:
      'You already have an active request for this patient, blood group and hospital. It is on your dashboard. To post another one, confirm that you mean it.',
  },
  'own-blood-request': {
    status: 409,
    message: 'This is your own request. Another member has to donate for it.',
  },
  'own-report': {
    status: 409,
    message: 'This is your own request. If it is no longer right, cancel or delete it.',
  },
  'already-reported': {
    status: 409,
    message: 'You have reported this already. An admin will look at it.',
  },
  'reports-already-decided': {
    status: 409,
    message: 'Another admin has already decided. Nothing was changed; please look at the decision.',
  },
  'reports-changed': {
    status: 409,
    message: 'The reports have changed in the meantime. Please read them again, then decide.',
  },
  'not-a-donor': { status: 409, message: 'Register as a donor first, then offer to donate.' },
  'alerts-for-donors': {
    status: 409,
    message: 'Alerts are for donors. Register as a donor first.',
  },
  'pause-date-out-of-range': {
    status: 409,
    message: 'Choose a date after today and within a year. For a longer pause, choose “Until I return”.',
  },
  'incompatible-blood-group': {
    status: 409,
    message: 'Your blood group cannot be given to a patient of this group.',
  },
  'push-service-not-allowed': {
    status: 400,
    message: 'Notifications of this browser are not supported here. Alerts come by email.',
  },
  'too-many-push-devices': {
    status: 409,
    message: 'You get notifications on 10 devices already. Remove one of them first.',
  },
  'donor-inactive': {
    status: 409,
    message: 'Your donor profile is inactive. Please contact the administrators.',
  },
  'donor-unavailable': {
    status: 409,
    message:
      'Your donor profile says that you are not available. Change this in your profile, then try again.',
  },
  'donor-not-eligible': {
    status: 409,
    message: 'Your last donation was too recent. Your dashboard shows when you can donate again.',
  },
  'already-offered': { status: 409, message: 'You have already offered to donate for this request.' },
  'other-offer-stands': {
    status: 409,
    message: 'You have already offered to donate for another request. Withdraw that offer first.',
  },
  'offer-settled': {
    status: 409,
    message: 'This offer has changed in the meantime. Please look at the request again.',
  },
  'donation-already-recorded': {
    status: 409,
    message: 'A donation of this donor on this day is already recorded. Please check the date.',
  },
  'donation-before-offer': {
    status: 409,
    message: 'Donation Date cannot be before the day on which the donor offered to donate.',
  },
  'donation-date-too-early': {
    status: 409,
    message:
      'Last Donation Date cannot be before a donation that is already recorded. Please check the date.',
  },
  'own-donation-not-disputed': {
    status: 409,
    message: 'You added this donation yourself. Remove it if it did not happen.',
  },
  'too-late-to-undo': {
    status: 409,
    message: 'A donation can be undone within 24 hours. Please ask an administrator to correct it.',
  },
  'passkey-already-added': {
    status: 409,
    message: 'This passkey has been added already. Please use it, or add another one.',
  },
  'too-many-passkeys': {
    status: 409,
    message: 'You have ten passkeys. Remove one that you no longer use, then add this one.',
  },
  'consent-outdated': {
    status: 409,
    message:
      'This donor has not agreed yet that admins look up their number. They are asked at their next visit.',
  },
  'consent-text-changed': {
    status: 409,
    message: 'The text has changed in the meantime. Please reload the page and read it again.',
  },
  'self-demotion': {
    status: 409,
    message: 'Admins cannot remove their own admin role through this interface.',
  },
  'too-many-active-requests': {
    status: 409,
    message: 'You have too many active requests. Mark one as fulfilled or cancel it, then post again.',
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
  'not-suspended': { status: 409, message: 'This user is no longer suspended.' },
  'email-already-verified': { status: 409, message: 'Your email address is already verified.' },
  'body-too-large': { status: 413, message: 'This is too large to be sent. Please shorten it.' },
  'headers-too-large': { status: 431, message: 'The headers of this call are too large.' },
  'too-slow': { status: 408, message: 'This call took too long to arrive. Please try again.' },
  'no-http': { status: 400, message: 'This call cannot be read.' },
  'unsupported-media-type': { status: 415, message: 'The body of this call must be JSON.' },
  'too-many-attempts': { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  'too-many-registrations': {
    status: 429,
    message: 'Many accounts were created from your network in the last hour. Please try again later.',
  },
  'too-many-exports': {
    status: 429,
    message: 'You downloaded your data a moment ago. Please try again in a minute.',
  },
  'too-many-test-alerts': {
    status: 429,
    message: 'You have sent yourself several test alerts already. Please try again later.',
  },
  'too-many-posts': {
    status: 429,
    message: 'You have posted many requests in the last 24 hours. Please post again later.',
  },
  'too-many-reports': {
    status: 429,
    message: 'You have made many reports in the last 24 hours. Please report again later.',
  },
  'too-many-numbers': {
    status: 429,
    message: 'You have been shown many phone numbers in a short time. Please come back later.',
  },
  'too-many-calls': {
    status: 429,
    message: 'Too many calls came from you at once. Please wait a moment and try again.',
  },
  'resent-too-recently': {
    status: 429,
    message: 'Failed to resend verification email. You may have resent too recently, or an error occurred.',
  },
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
