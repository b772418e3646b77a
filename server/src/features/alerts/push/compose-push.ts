import { createHash } from 'node:crypto'
import type { PushMessage } from '@blood-bank/contract/alerts/push-devices'
import { capitalize, requiredGroupOf } from '@blood-bank/contract/blood-requests/descriptions'
import { HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import type { Config } from '../../../config.ts'
import type { Database } from '../../../platform/database/connection.ts'
import type { PushOptions } from '../../../platform/push/send-push.ts'
import { neededUntil } from '../../blood-requests/needed-by.ts'
import { describeUnits } from '../../blood-requests/view.ts'
import { createAlertLink } from '../links.ts'
import { quietHoursOr } from '../quiet-hours.ts'
import { findWaitingAlert, WHEN } from '../waiting-alert.ts'

/** After this time a message says nothing true any more. */
const LIFETIME_MS = 2 * HOUR_MS
const TEST_LIFETIME_MS = 10 * MINUTE_MS

export type ComposedPush = {
  message: PushMessage
  options: Pick<PushOptions, 'urgency' | 'topic'>
  /** When sending it makes no sense any more. */
  expiresAt: Date
}

type Options = { config: Pick<Config, 'timeZone' | 'alertPolicy'>; now: Date }

/**
 * Composes the notification of an alert, with a link of its own. Like the email, it names neither a patient nor a phone
 * number.
 * @returns null when nothing must be sent any more, or not as a notification: in the quiet hours only urgent alerts are,
 *   and only to donors who allow it. The push service keeps other messages until the quiet hours begin at the latest.
 */
export async function composeAlertPush(
  db: Database,
  alertId: string,
  { config, now }: Options,
): Promise<ComposedPush | null> {
  const waiting = await findWaitingAlert(db, alertId, now)
  if (!waiting) return null
  const { id, alertedAt, hospital, urgency, nightsAllowed } = waiting
  const { neededHours, quietHours } = config.alertPolicy
  const until = earlier(new Date(alertedAt.getTime() + LIFETIME_MS), neededUntil(waiting, neededHours))
  const mayRingAtNight = urgency === 'urgent' && nightsAllowed === true
  // A phone that was offline in the evening must not ring at night.
  const expiresAt = mayRingAtNight ? until : quietHoursOr({ from: now, until }, config.timeZone, quietHours)
  if (expiresAt <= now) return null
  const topic = topicOf(id)
  return {
    message: {
      kind: 'alert',
      title: `${capitalize(requiredGroupOf(waiting))} needed ${WHEN[urgency]}`,
      body: `${waiting.component === 'apheresis-platelets' ? 'By machine, about 90 minutes. ' : ''}${hospital === null ? '' : `${hospital}, `}${describeUnits(waiting)}`,
      token: await createAlertLink(db, id),
      topic,
    },
    options: { urgency: URGENCIES[urgency], topic },
    expiresAt,
  }
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)

const TEST_TOPIC = 'test-alert'

/** A notification that looks like an alert, for a donor who asked for it. */
export const composeTestPush = (askedAt: Date): ComposedPush => ({
  message: {
    kind: 'test-alert',
    title: 'Test alert: O+ needed today',
    body: 'City Hospital, 2 units. This is a test: nobody needs blood now.',
    token: null,
    topic: TEST_TOPIC,
  },
  options: { urgency: 'high', topic: TEST_TOPIC },
  expiresAt: new Date(askedAt.getTime() + TEST_LIFETIME_MS),
})

const URGENCIES = { urgent: 'high', moderate: 'normal', low: 'low' } as const

/** The longest topic that push services accept. */
const TOPIC_LENGTH = 32

/** The same for all messages of one alert. */
export const topicOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, TOPIC_LENGTH)
