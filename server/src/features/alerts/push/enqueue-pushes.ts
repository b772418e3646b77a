import { HOUR_MS } from '@blood-bank/contract/durations'
import type { Database } from '../../../platform/database/connection.ts'
import { enqueueJobs } from '../../../platform/jobs/enqueue-jobs.ts'
import { listUsersWhoAllowNights } from '../queries.ts'
import type { NewAlert } from '../store.ts'
import { listPushDeviceIds, listPushDevicesOf } from './device-store.ts'

/** The job that sends one message to one device (`push/send-push.job.ts`). */
export const SEND_PUSH = 'send-push'

/** The payload of the job; with nothing but a device it is a test alert. */
export type WaitingPush = {
  deviceId: string
  alertId: string | null
  thankYou?: WaitingThankYou
  onCall?: WaitingOnCall
}

/** The request of which somebody on call is told. */
export type WaitingOnCall = { bloodRequestId: string; userId: string }

/** The donation for which somebody is thanked, and until when that makes sense. */
export type WaitingThankYou = { donationId: string; until: string }

/**
 * Enqueues the notifications of new alerts, one job for each device, in the transaction that stores the alerts. In the
 * quiet hours only donors who allow it get them.
 * @returns the donors who have such a device
 */
export async function enqueueAlertPushes(
  db: Database,
  alerts: NewAlert[],
  { isQuiet }: { isQuiet: boolean },
): Promise<Set<string>> {
  const asked = alerts.map(({ userId }) => userId)
  const userIds = isQuiet ? await listUsersWhoAllowNights(db, asked) : asked
  if (userIds.length === 0) return new Set()
  const alertOf = new Map(alerts.map(({ id, userId }) => [userId, id]))
  const devices = await listPushDeviceIds(db, userIds)
  await enqueue(
    db,
    devices.map(({ id, userId }) => ({ deviceId: id, alertId: alertOf.get(userId) ?? null })),
  )
  return new Set(devices.map(({ userId }) => userId))
}

/** Enqueues a test alert for each device of a user. */
export async function enqueueTestPushes(db: Database, userId: string): Promise<void> {
  const devices = await listPushDevicesOf(db, userId)
  await enqueue(
    db,
    devices.map(({ id }) => ({ deviceId: id, alertId: null })),
  )
}

/** Enqueues the alerts of people who are on call for each of their devices, in the transaction that stores the alerts. */
export async function enqueueOnCallPushes(
  db: Database,
  bloodRequestId: string,
  userIds: string[],
): Promise<void> {
  const devices = await listPushDeviceIds(db, userIds)
  await enqueue(
    db,
    devices.map(({ id, userId }) => ({ deviceId: id, alertId: null, onCall: { bloodRequestId, userId } })),
  )
}

/** Of a thank-you: it is read when the phone is online again on the same day. */
const THANK_YOU_LIFETIME_MS = 12 * HOUR_MS

/** Enqueues thank-yous for each device of the donors, in the transaction that sends them. */
export async function enqueueThankYouPushes(
  db: Database,
  thankYous: { donationId: string; userId: string }[],
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() + THANK_YOU_LIFETIME_MS).toISOString()
  const devices = await listPushDeviceIds(
    db,
    thankYous.map(({ userId }) => userId),
  )
  await enqueue(
    db,
    devices.flatMap(({ id, userId }) =>
      thankYous
        .filter(thankYou => thankYou.userId === userId)
        .map(({ donationId }) => ({ deviceId: id, alertId: null, thankYou: { donationId, until } })),
    ),
  )
}

/** More than fit into the life of a message, as the pause between attempts grows. */
const MAX_ATTEMPTS = 10

/** Emails first: a push service that does not answer must not hold them up. */
const PRIORITY = 1

const enqueue = (db: Database, pushes: WaitingPush[]): Promise<void> =>
  enqueueJobs(
    db,
    SEND_PUSH,
    pushes.map(payload => ({ payload })),
    { maxAttempts: MAX_ATTEMPTS, priority: PRIORITY },
  )
