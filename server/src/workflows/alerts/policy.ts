import type { Urgency } from '@blood-bank/contract/blood-requests'

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

/** Whom to ask, when, and how often. The defaults were tuned by simulation (decision 29). */
export type AlertPolicy = {
  waves: Record<Urgency, WavePolicy>
  /** If no more donors than this can be asked, all are asked at once. */
  smallPool: number
  /** How many donors are asked for somebody to whom nobody has offered yet. */
  newRequesterAlerts: number
  /** Before anything is known about a site: as if so many of so many alerts had been answered with yes. */
  prior: { yes: number; alerts: number }
  /** The hours of the day, in the site's time zone, in which only urgent alerts are sent. */
  quietHours: { from: number; to: number }
}

export const DEFAULT_POLICY: AlertPolicy = {
  waves: {
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
  },
  smallPool: 15,
  newRequesterAlerts: 8,
  prior: { yes: 2, alerts: 16 },
  quietHours: { from: 22, to: 7 },
}
