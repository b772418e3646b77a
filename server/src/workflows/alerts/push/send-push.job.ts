import type { Job, TaskList } from 'graphile-worker'
import type { Config } from '../../../config.ts'
import type { AlertMetrics } from '../../../features/alerts/metrics.ts'
import { findPushDevice, removePushDevice } from '../../../identity/push-devices/store.ts'
import type { PushDeviceRow } from '../../../identity/push-devices/tables.ts'
import type { Database } from '../../../platform/database/connection.ts'
import type { DeliveryState } from '../../../platform/jobs/delivery.ts'
import { postponeRetry } from '../../../platform/jobs/enqueue-job.ts'
import type { PushOutcome, SendPush } from '../../../platform/push/send-push.ts'
import { SEND_PUSH, type WaitingPush } from '../enqueue-pushes.ts'
import { composeAlertPush, composeTestPush } from './compose-push.ts'

type Options = {
  db: Database
  config: Pick<Config, 'timeZone' | 'alertPolicy'>
  send: SendPush
  alertMetrics: Pick<AlertMetrics, 'recordDelivery'>
  now: () => Date
  log: { warn: (details: object, message: string) => void }
}

/**
 * The job that sends one message to one device, so that a device that cannot be reached repeats no other message. It is
 * tried again until the message has expired.
 */
export function sendPushJob({ db, config, send, alertMetrics, now, log }: Options): TaskList {
  return {
    [SEND_PUSH]: async (payload, { job }) => {
      const waiting = payload as WaitingPush
      const state = await deliver(waiting, job)
      if (waiting.alertId !== null) alertMetrics.recordDelivery('push', state)
    },
  }

  /** @throws when the message is to be tried again */
  async function deliver({ deviceId, alertId }: WaitingPush, job: Job): Promise<DeliveryState> {
    const device = await findPushDevice(db, deviceId)
    if (!device) return 'dropped'
    const push = alertId
      ? await composeAlertPush(db, alertId, { config, now: now() })
      : composeTestPush(job.created_at)
    if (!push) return 'dropped'
    const { message, options, expiresAt } = push
    const ttlSeconds = Math.floor((expiresAt.getTime() - now().getTime()) / 1000)
    if (ttlSeconds <= 0) return 'dropped'
    const outcome = await send(device, message, { ...options, ttlSeconds })
    return settle(outcome, { device, job, expiresAt })
  }

  async function settle(outcome: PushOutcome, { device, job, expiresAt }: Sent): Promise<DeliveryState> {
    // The host alone: whoever knows the endpoint can send to the device.
    const details = {
      deviceId: device.id,
      pushService: new URL(device.endpoint).host,
      attempts: job.attempts,
    }
    switch (outcome.kind) {
      case 'sent':
        return 'sent'
      case 'gone':
        await removePushDevice(db, device.id)
        return 'dropped'
      case 'broken':
        await removePushDevice(db, device.id)
        log.warn(
          details,
          'a device was removed, because its push service does not accept the key of this site',
        )
        return 'failed'
      case 'rejected':
        log.warn({ ...details, reason: outcome.reason }, 'a notification was not sent')
        return 'failed'
      case 'failed': {
        const { reason, retryAfterSeconds } = outcome
        const isLast = now().getTime() + retryAfterSeconds * 1000 >= expiresAt.getTime()
        log.warn({ ...details, reason, isLast }, 'a notification was not sent')
        if (isLast) return 'failed'
        await postponeRetry(db, job.id, retryAfterSeconds)
        throw new Error(reason)
      }
    }
  }
}

type Sent = { device: PushDeviceRow; job: Job; expiresAt: Date }
