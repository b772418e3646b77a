import * as z from 'zod/mini'
import { Urgency } from '../blood-requests/endpoints.ts'
import { Component } from '../donors/fields.ts'
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

/** An alert as the donor who got it sees it in the account export. Not why they were asked: it can tell that another declined. */
export const ReceivedAlert = z.object({
  id: Id,
  urgency: Urgency,
  component: Component,
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
  /** Whether the donor is also asked for platelets by machine. */
  alsoPlatelets: z.boolean(),
  /** Null: not paused. `until-i-return`: until the donor ends the pause. */
  pausedUntil: z.nullable(z.union([z.iso.datetime(), z.literal('until-i-return')])),
  /** The time before which no alert comes; null before alerts were introduced to the donor by email. */
  firstAlertFrom: z.nullable(z.iso.datetime()),
})
export type AlertPreferences = z.infer<typeof AlertPreferences>

/** How many donors were asked, without telling of one. The first is said of nobody, too, and always for platelets by machine. */
export const DonorsAsked = z.enum(['a few', 'more than 10', 'more than 25'])
export type DonorsAsked = z.infer<typeof DonorsAsked>

/**
 * How far the alerts for a blood request have come. It is the same whether or not a certain donor was asked, has alerts off,
 * declined or stayed silent.
 */
export const AlertProgress = z.object({
  donorsAsked: DonorsAsked,
  /** When donors were last looked for, whether or not any were found; null before. */
  askedAt: z.nullable(z.iso.datetime()),
  /** When they are looked for again, whoever is left; null if the owner is asked first whether blood is still needed. */
  asksAgainAt: z.nullable(z.iso.datetime()),
  /** Whether no donor is asked for now, because many new members have asked. */
  isHeldBack: z.boolean(),
  /** The minutes after which the first donor answered last month, as visitors see them; null for platelets by machine. */
  usualAnswerMinutes: z.nullable(z.int()),
  /** The coordinator on call whom the owner of an urgent request can call, when nobody has offered for a while; the owner's alone. */
  onCall: z.nullable(z.object({ name: z.string(), contactNumber: z.string() })),
  /**
   * The phone number to call when nobody has offered for a while, for platelets by machine at once; null otherwise, while somebody is
   * on call for the request, and where the site has none.
   */
  hotlineNumber: z.nullable(z.string()),
  /**
   * Coordinators who know donors of the club that can come, with how many; the owner asks them. Empty for everybody but the owner
   * of the request. Without a coordinator, as theirs may call nobody any more, the club is to be asked: at the hotline, if it has one.
   */
  clubDonors: z.array(
    z.object({
      coordinator: z.nullable(z.string()),
      contactNumber: z.nullable(z.string()),
      donors: z.int(),
    }),
  ),
  /** How many donors of the club gave for the request, as a coordinator recorded; 0 for everybody but its owner. */
  clubDonorsGave: z.int(),
})
export type AlertProgress = z.infer<typeof AlertProgress>

export const readAlertProgress = endpoint({
  method: 'GET',
  path: '/api/blood-requests/:id/alerts',
  access: 'signed-in',
  summary: 'About how many donors were asked for a request: its owner or an admin.',
  params: IdParams,
  reply: { status: 200, body: AlertProgress },
  refusals: ['blood-request-not-found', 'not-yours'],
})
