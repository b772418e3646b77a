import type { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import * as z from 'zod'
import { mustBe, wholeNumber } from './setting-types.ts'

/** How many donors are asked at once, and when the next ones are, for the requests of one urgency. */
type WavePolicy = {
  /** The fewest and the most donors of a wave. */
  min: number
  max: number
  /** Donors asked for each unit without an offer, as a multiple of the donors it takes on average to get one yes. */
  effort: number
  /** The time without enough offers after which the next donors are asked. */
  intervalMinutes: number
  /** The offers beyond the needed units at which nobody else is asked. */
  backupOffers: number
  /** How many alerts of this urgency a donor gets in a week; infinite: as many as the donor's own limit allows. */
  weeklyAlerts: number
}

/** Whom to ask, when, and how often. */
export type AlertPolicy = {
  waves: Record<Urgency, WavePolicy>
  /** If no more donors than this can be asked, all are asked at once. */
  smallPool: number
  /** How many donors are asked for a request of somebody without a record, until a trusted offer stands. */
  newRequesterAlerts: number
  /** Before anything is known about a site: as if so many of so many alerts had been answered with yes. */
  prior: { yes: number; alerts: number }
  /** The hours of the day, in the site's time zone, in which only urgent alerts are sent. */
  quietHours: { from: number; to: number }
  /** How long blood is needed after the owner has said so, if the request does not say until when. */
  neededHours: Record<Urgency, number>
}

/** How many of the alerts that a donor allows requesters without a record may use: half of them, but at least one. */
export const alertsWithoutRecord = (alerts: number): number => Math.max(1, Math.floor(alerts / 2))

/** The settings of alerts (docs/operations.md explains each). */
export const ALERT_SETTINGS = {
  ALERT_SMALL_POOL: wholeNumber(15),
  ALERT_NEW_REQUESTER: wholeNumber(8, { min: 1 }),
  NEEDED_HOURS_URGENT: wholeNumber(24, { min: 1 }),
  NEEDED_HOURS_MODERATE: wholeNumber(48, { min: 1 }),
  NEEDED_HOURS_LOW: wholeNumber(336, { min: 1 }),
  QUIET_HOURS: z
    .string()
    .regex(
      /^(\d|[01]\d|2[0-3])-(\d|[01]\d|2[0-3])$/,
      mustBe('two hours from 0 to 23 such as 22-7, or 0-0 for none'),
    )
    .default('22-7')
    .transform(text => text.split('-').map(Number) as [number, number]),
}

const AlertSettings = z.object(ALERT_SETTINGS)

/**
 * Tuned by simulation (decision 28). Who needs blood today is better served by a few donors too many, asked early; the others
 * can wait for an answer, so that donors are not asked for nothing.
 */
const WAVES: AlertPolicy['waves'] = {
  urgent: {
    min: 16,
    max: 40,
    effort: 1.5,
    intervalMinutes: 10,
    backupOffers: 1,
    weeklyAlerts: Number.POSITIVE_INFINITY,
  },
  moderate: { min: 8, max: 32, effort: 1.5, intervalMinutes: 20, backupOffers: 0, weeklyAlerts: 1 },
  low: { min: 8, max: 24, effort: 1.5, intervalMinutes: 30, backupOffers: 0, weeklyAlerts: 1 },
}

/** One yes to eight alerts. A site's own answers outweigh it after a few dozen alerts. */
const PRIOR = { yes: 2, alerts: 16 }

/** @param environment the parsed settings of `ALERT_SETTINGS` */
export const alertPolicyFrom = (environment: z.infer<typeof AlertSettings>): AlertPolicy => ({
  waves: WAVES,
  smallPool: environment.ALERT_SMALL_POOL,
  newRequesterAlerts: environment.ALERT_NEW_REQUESTER,
  prior: PRIOR,
  quietHours: { from: environment.QUIET_HOURS[0], to: environment.QUIET_HOURS[1] },
  neededHours: {
    urgent: environment.NEEDED_HOURS_URGENT,
    moderate: environment.NEEDED_HOURS_MODERATE,
    low: environment.NEEDED_HOURS_LOW,
  },
})

/** The policy without any setting. */
export const DEFAULT_POLICY: AlertPolicy = alertPolicyFrom(AlertSettings.parse({}))
