import type { AlertAnswer } from '@blood-bank/contract/alerts/endpoints'
import { Counter, Histogram, type Registry } from 'prom-client'
import { DELIVERY_STATES, type DeliveryState } from '../../platform/jobs/attempts.ts'

const CHANNELS = ['mail', 'push', 'text'] as const
type AlertChannel = (typeof CHANNELS)[number]

/** Counts what becomes of alerts. Neither labels nor values name a person. */
export type AlertMetrics = {
  /** Counts donors who were asked. */
  recordAsked(donors: number): void
  /** Counts an answer; a changed answer counts again. */
  recordAnswer(answer: AlertAnswer): void
  /** Records the time between the posting of a blood request and the first offer for it. */
  recordFirstOffer(minutes: number): void
  /** Counts an alert whose delivery has ended. Call it from the job that delivers. */
  recordDelivery(channel: AlertChannel, state: DeliveryState): void
}

/** From one minute to two days, in minutes. */
const MINUTES = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 480, 1440, 2880]

/** @param register where the figures of alerts are recorded */
export function createAlertMetrics(register: Registry): AlertMetrics {
  const alerts = new Counter({
    name: 'alerts_total',
    help: 'Donors who were asked (answer="asked"), and the answers that they gave.',
    labelNames: ['answer'],
    registers: [register],
  })
  for (const answer of ['asked', 'yes', 'no']) alerts.inc({ answer }, 0)
  const deliveries = new Counter({
    name: 'alert_deliveries_total',
    help: 'Alerts that were sent, given up after the last attempt (failed), or no longer wanted when they were due (dropped).',
    labelNames: ['channel', 'state'],
    registers: [register],
  })
  for (const channel of CHANNELS) for (const state of DELIVERY_STATES) deliveries.inc({ channel, state }, 0)
  const firstOffers = new Histogram({
    name: 'first_offer_seconds',
    help: 'Time from the posting of a blood request to the first offer for it.',
    buckets: MINUTES.map(minutes => minutes * 60),
    registers: [register],
  })

  return {
    recordAsked: donors => alerts.inc({ answer: 'asked' }, donors),
    recordAnswer: answer => alerts.inc({ answer }),
    recordFirstOffer: minutes => firstOffers.observe(minutes * 60),
    recordDelivery: (channel, state) => deliveries.inc({ channel, state }),
  }
}
