import type { Job, TaskList } from 'graphile-worker'
import type { Config } from '../../../config.ts'
import type { Database } from '../../../platform/database/connection.ts'
import type { WarningLog } from '../../../platform/http/log.ts'
import { type DeliveryState, planRetry } from '../../../platform/jobs/attempts.ts'
import type { SendPush } from '../../../platform/push/send-push.ts'
import type { AlertMetrics } from '../metrics.ts'
import { type ComposedPush, composeAlertPush, composeTestPush } from './compose-push.ts'
import { findPushDevice, removePushDevice } from './device-store.ts'
import { SEND_PUSH, type WaitingOnCall, type WaitingPush, type WaitingThankYou } from './enqueue-pushes.ts'

type Options = {
  db: Database
  config: Pick<Config, 'timeZone' | 'alertPolicy'>
  /** Composes the notification of a thank-you; null when nothing must be sent any more. */
  composeThankYou: (db: Database, waiting: WaitingThankYou, now: Date) => Promise<ComposedPush | null>
  /** The same for the alert of somebody on call. */
  composeOnCall: (db: Database, waiting: WaitingOnCall, now: Date) => Promise<ComposedPush | null>
  send: SendPush
  alertMetrics: Pick<AlertMetrics, 'recordDelivery'>
  now: () => Date
  log: WarningLog
}

/**
 * The job that sends one message to one device, so that a device that cannot be reached repeats no other message. It is
 * tried again as long as the message is alive. A message that no push service takes leaves a dead job: the overview counts
 * those.
 */
export function sendPushJob({
  db,
  config,
  composeThankYou,
  composeOnCall,
  send,
  alertMetrics,
  now,
  log,
}: Options): TaskList {
  return {
    [SEND_PUSH]: async (payload, { job }) => {
      const waiting = payload as WaitingPush
      const record = (state: DeliveryState) => {
        if (waiting.alertId !== null) alertMetrics.recordDelivery('push', state)
      }
      const outcome = await deliver(waiting, job)
      if (outcome === 'sent' || outcome === 'dropped') return record(outcome)
      if (outcome.isGivenUp) record('failed')
      throw new Error(outcome.reason)
    },
  }

  async function compose({ alertId, thankYou, onCall }: WaitingPush, job: Job): Promise<ComposedPush | null> {
    if (thankYou) return composeThankYou(db, thankYou, now())
    if (onCall) return composeOnCall(db, onCall, now())
    if (alertId) return composeAlertPush(db, alertId, { config, now: now() })
    return composeTestPush(job.created_at)
  }

  async function deliver(waiting: WaitingPush, job: Job): Promise<Delivery> {
    const { deviceId } = waiting
    const device = await findPushDevice(db, deviceId)
    if (!device) return 'dropped'
    const push = await compose(waiting, job)
    if (!push) return 'dropped'
    const { message, options, expiresAt } = push
    const ttlSeconds = Math.floor((expiresAt.getTime() - now().getTime()) / 1000)
    if (ttlSeconds <= 0) return 'dropped'
    const outcome = await send(device, message, { ...options, ttlSeconds })
    if (outcome.kind === 'sent') return 'sent'
    if (outcome.kind === 'gone') {
      await removePushDevice(db, device.id)
      return 'dropped'
    }
    const { reason } = outcome
    const waitSeconds = outcome.kind === 'failed' ? outcome.retryAfterSeconds : Number.POSITIVE_INFINITY
    const isGivenUp = await planRetry(db, job, { waitSeconds, lifetimeSeconds: ttlSeconds })
    // The host alone: whoever knows the endpoint can send to the device.
    const pushService = new URL(device.endpoint).host
    log.warn(
      { deviceId, pushService, attempts: job.attempts, reason, isGivenUp },
      'a notification was not sent',
    )
    return { reason, isGivenUp }
  }
}

type Delivery = 'sent' | 'dropped' | { reason: string; isGivenUp: boolean }
