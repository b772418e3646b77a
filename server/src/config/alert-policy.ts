import type { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import * as z from 'zod'

/** How many donors are asked at once, and when the next ones are, for the requests of one urgency. */
export type WavePolicy = {
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

const whole = (preset: number, min = 0) => z.coerce.number().int().min(min).default(preset)

const PAIRS = { '-': /^\d{1,4}-\d{1,4}$/, ':': /^\d{1,4}:\d{1,4}$/ }

/** Two numbers, such as `16-40`. */
const pair = (preset: string, separator: keyof typeof PAIRS) =>
  z
    .string()
    .regex(PAIRS[separator], `must be two numbers such as ${preset}`)
    .default(preset)
    .transform(text => text.split(separator).map(Number) as [number, number])

const range = (preset: string) =>
  pair(preset, '-').refine(([min, max]) => min >= 1 && min <= max, `must be a range such as ${preset}`)

/** Donors per expected yes: 1 asks as many donors as it takes on average to get the missing offers. */
const effort = (preset: number) => z.coerce.number().min(0.1).max(10).default(preset)

/** The settings of alerts (docs/operations.md explains each). The defaults were tuned by simulation (decision 29). */
export const ALERT_SETTINGS = {
  ALERT_WAVE_URGENT: range('16-40'),
  ALERT_WAVE_MODERATE: range('8-32'),
  ALERT_WAVE_LOW: range('8-24'),
  ALERT_EFFORT_URGENT: effort(1.5),
  ALERT_EFFORT_MODERATE: effort(1.5),
  ALERT_EFFORT_LOW: effort(1.5),
  ALERT_MINUTES_URGENT: whole(10, 1),
  ALERT_MINUTES_MODERATE: whole(20, 1),
  ALERT_MINUTES_LOW: whole(30, 1),
  ALERT_BACKUP_OFFERS_URGENT: whole(1),
  ALERT_BACKUP_OFFERS_MODERATE: whole(0),
  ALERT_BACKUP_OFFERS_LOW: whole(0),
  ALERT_WEEKLY_MODERATE: whole(1, 1),
  ALERT_WEEKLY_LOW: whole(1, 1),
  ALERT_SMALL_POOL: whole(15),
  ALERT_NEW_REQUESTER: whole(8, 1),
  ALERT_PRIOR: pair('2:16', ':').refine(
    ([yes, alerts]) => yes >= 1 && yes <= alerts,
    'must be the yeses and the alerts, such as 2:16',
  ),
  NEEDED_HOURS_URGENT: whole(24, 1),
  NEEDED_HOURS_MODERATE: whole(48, 1),
  NEEDED_HOURS_LOW: whole(336, 1),
  QUIET_HOURS: pair('22-7', '-').refine(
    hours => hours.every(hour => hour <= 23),
    'must be hours from 0 to 23 such as 22-7; 0-0 for none',
  ),
}

const AlertSettings = z.object(ALERT_SETTINGS)

/** @param environment the parsed settings of `ALERT_SETTINGS` */
export const alertPolicyFrom = (environment: z.infer<typeof AlertSettings>): AlertPolicy => ({
  waves: {
    urgent: {
      ...waveOf(environment.ALERT_WAVE_URGENT),
      effort: environment.ALERT_EFFORT_URGENT,
      intervalMinutes: environment.ALERT_MINUTES_URGENT,
      backupOffers: environment.ALERT_BACKUP_OFFERS_URGENT,
      weeklyAlerts: Number.POSITIVE_INFINITY,
    },
    moderate: {
      ...waveOf(environment.ALERT_WAVE_MODERATE),
      effort: environment.ALERT_EFFORT_MODERATE,
      intervalMinutes: environment.ALERT_MINUTES_MODERATE,
      backupOffers: environment.ALERT_BACKUP_OFFERS_MODERATE,
      weeklyAlerts: environment.ALERT_WEEKLY_MODERATE,
    },
    low: {
      ...waveOf(environment.ALERT_WAVE_LOW),
      effort: environment.ALERT_EFFORT_LOW,
      intervalMinutes: environment.ALERT_MINUTES_LOW,
      backupOffers: environment.ALERT_BACKUP_OFFERS_LOW,
      weeklyAlerts: environment.ALERT_WEEKLY_LOW,
    },
  },
  smallPool: environment.ALERT_SMALL_POOL,
  newRequesterAlerts: environment.ALERT_NEW_REQUESTER,
  prior: { yes: environment.ALERT_PRIOR[0], alerts: environment.ALERT_PRIOR[1] },
  quietHours: { from: environment.QUIET_HOURS[0], to: environment.QUIET_HOURS[1] },
  neededHours: {
    urgent: environment.NEEDED_HOURS_URGENT,
    moderate: environment.NEEDED_HOURS_MODERATE,
    low: environment.NEEDED_HOURS_LOW,
  },
})

const waveOf = ([min, max]: [number, number]) => ({ min, max })

/** The policy without any setting. */
export const DEFAULT_POLICY: AlertPolicy = alertPolicyFrom(AlertSettings.parse({}))
