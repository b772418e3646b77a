import * as z from 'zod/mini'
import { Urgency } from '../blood-requests/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams } from '../forms.ts'

/** How often a donor agrees to be asked, over all blood requests. */
export const AlertFrequency = z.enum(['two-a-week', 'one-a-week', 'one-a-month', 'as-needed'])
export type AlertFrequency = z.infer<typeof AlertFrequency>

/** The limit of each frequency: at most so many alerts in any so many days. */
export const ALERT_LIMITS: Record<AlertFrequency, { alerts: number; days: number }> = {
  'two-a-week': { alerts: 2, days: 7 },
  'one-a-week': { alerts: 1, days: 7 },
  'one-a-month': { alerts: 1, days: 30 },
  'as-needed': { alerts: 7, days: 7 },
}

export const ALERT_FREQUENCY_LABELS: Record<AlertFrequency, string> = {
  'two-a-week': 'At most 2 a week',
  'one-a-week': 'At most 1 a week',
  'one-a-month': 'At most 1 a month',
  'as-needed': 'As often as needed (at most 7 a week)',
}

/** The frequency of a donor who has chosen none. */
export const DEFAULT_FREQUENCY: AlertFrequency = 'two-a-week'

/**
 * How many donors are asked for one requester in 24 hours, over all requests, and from how many on admins are told. It is
 * one and a half of the largest wave: enough for an emergency, too little to use up the alerts of a campus.
 */
export const DONORS_PER_REQUESTER = { max: 60, warnedFrom: 40 }

/** What a donor answered to an alert. It can be changed until the blood request closes. */
export const AlertAnswer = z.enum(['yes', 'no'])
export type AlertAnswer = z.infer<typeof AlertAnswer>

/** An alert as the donor who got it sees it in the account export. */
export const ReceivedAlert = z.object({
  id: Id,
  urgency: Urgency,
  /** Asked with others, or in the place of a donor who declined. */
  kind: z.enum(['wave', 'replacement']),
  alertedAt: z.iso.datetime(),
  /** When a device of the donor had shown the notification. */
  shownAt: z.nullable(z.iso.datetime()),
  answer: z.nullable(AlertAnswer),
  answeredAt: z.nullable(z.iso.datetime()),
})
export type ReceivedAlert = z.infer<typeof ReceivedAlert>

/** What a donor chose about alerts. */
export const AlertPreferences = z.object({
  isOn: z.boolean(),
  frequency: AlertFrequency,
  /** Whether urgent alerts may come as a push message at night. */
  nightsAllowed: z.boolean(),
  /** Null: not paused. `until-i-return`: until the donor ends the pause. */
  pausedUntil: z.nullable(z.union([z.iso.datetime(), z.literal('until-i-return')])),
  /** The time before which no alert comes; null before alerts were introduced to the donor by email. */
  firstAlertFrom: z.nullable(z.iso.datetime()),
})
export type AlertPreferences = z.infer<typeof AlertPreferences>

/** How far the alerts for a blood request have come. It says nothing about who declined or stayed silent. */
export const AlertProgress = z.object({
  donorsAsked: z.int(),
  /** Those of them who have not offered. Who declined is among them. */
  donorsWithoutOffer: z.int(),
  /** When the first and the last of them were asked; null before. */
  askedAt: z.nullable(z.object({ first: z.iso.datetime(), last: z.iso.datetime() })),
  /** Whether everybody who can give has been asked. */
  isExhausted: z.boolean(),
  /** The minutes after which the first donor answered last month, as visitors see them. */
  usualAnswerMinutes: z.nullable(z.int()),
  /**
   * The phone number to call when nobody has offered for a while or nobody could be asked; null otherwise, and where the
   * site has none.
   */
  hotlineNumber: z.nullable(z.string()),
})
export type AlertProgress = z.infer<typeof AlertProgress>

export const readAlertProgress = endpoint({
  method: 'GET',
  path: '/api/blood-requests/:id/alerts',
  access: 'signed-in',
  summary: 'How many donors were asked for a request: its owner or an admin.',
  params: IdParams,
  reply: { status: 200, body: AlertProgress },
  refusals: ['blood-request-not-found', 'not-yours'],
})
