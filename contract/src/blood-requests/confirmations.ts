import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParams } from '../forms.ts'
import { MailToken } from '../passwords/accounts.ts'
import { BloodRequest, BloodRequestSummary, ClosedStatus } from './endpoints.ts'

/** The body of calls that need nothing but the token of the link. A URL would get into logs and the history. */
const ConfirmationLinkForm = z.strictObject({ token: MailToken })

const ConfirmationClosingForm = z.strictObject({ token: MailToken, status: ClosedStatus })

/** What the owner of a blood request is asked by email. No name and no phone number: emails are forwarded. */
export const AskedConfirmation = z.extend(BloodRequestSummary, {
  /** Null after the owner has confirmed that blood is still needed. */
  unconfirmedSince: z.nullable(z.iso.datetime()),
})
export type AskedConfirmation = z.infer<typeof AskedConfirmation>

export const confirmBloodRequest = endpoint({
  method: 'POST',
  path: '/api/blood-requests/:id/confirmations',
  access: 'signed-in',
  summary: 'Confirm that blood is still needed: the owner of an active request. Donors are asked again.',
  params: IdParams,
  reply: { status: 200, body: BloodRequest },
  refusals: ['blood-request-not-found', 'not-yours', 'blood-request-closed'],
})

const DEAD_LINK = [
  'confirmation-link-unknown',
  'confirmation-request-fulfilled',
  'confirmation-request-cancelled',
  'confirmation-request-deleted',
  'confirmation-request-unavailable',
] as const

export const readAskedConfirmation = endpoint({
  method: 'POST',
  path: '/api/confirmations/lookups',
  access: 'everyone',
  unknownLink: 'confirmation-link-unknown',
  summary: 'The request of a link whose owner was asked whether blood is still needed. Changes nothing.',
  body: ConfirmationLinkForm,
  reply: { status: 200, body: AskedConfirmation },
  refusals: DEAD_LINK,
})

export const confirmByLink = endpoint({
  method: 'POST',
  path: '/api/confirmations',
  access: 'everyone',
  unknownLink: 'confirmation-link-unknown',
  summary: 'Confirm by the link in an email that blood is still needed. Donors are asked again.',
  body: ConfirmationLinkForm,
  reply: { status: 200, body: AskedConfirmation },
  refusals: DEAD_LINK,
})

export const closeByLink = endpoint({
  method: 'POST',
  path: '/api/confirmations/closings',
  access: 'everyone',
  unknownLink: 'confirmation-link-unknown',
  summary:
    'Mark a request as fulfilled or cancelled by the link in an email. Donors who have offered are told that they are not needed.',
  body: ConfirmationClosingForm,
  reply: { status: 204 },
  refusals: DEAD_LINK,
})
