import type { Transaction } from '../../../platform/database/connection.ts'
import { listUsersWhoAllowNights } from '../queries.ts'
import type { NewAlert } from '../store.ts'
import { enqueueTextJobs } from './enqueue-texts.ts'
import { listTextNumbersOf } from './numbers.ts'
import { reserveTexts } from './reserve-texts.ts'

/** A donor who gets a notification is texted after so long if no device has confirmed that it has shown it. */
const NOTIFICATION_SECONDS = 60

type Sending = {
  isQuiet: boolean
  /** The donors to whom notifications were enqueued for these alerts. */
  notified: Set<string>
  day: string
  perDay: number
}

/**
 * Enqueues the text messages of new urgent alerts to donors who have confirmed their number, in the transaction that stores
 * the alerts. In the quiet hours only donors who allow it get them. Over the limit of the day, those asked last get none.
 */
export async function enqueueAlertTexts(
  db: Transaction,
  alerts: NewAlert[],
  { isQuiet, notified, day, perDay }: Sending,
): Promise<void> {
  const asked = alerts.map(({ userId }) => userId)
  const awake = isQuiet ? await listUsersWhoAllowNights(db, asked) : asked
  const numbers = awake.length === 0 ? [] : await listTextNumbersOf(db, awake)
  const users = new Set(numbers.map(({ userId }) => userId))
  const texted = alerts.filter(({ userId }) => users.has(userId))
  if (texted.length === 0) return
  const count = await reserveTexts(db, { day, count: texted.length, perDay })
  await enqueueTextJobs(
    db,
    texted.slice(0, count).map(({ id, userId }) => ({
      payload: { kind: 'alert', alertId: id },
      ...(notified.has(userId) && { delaySeconds: NOTIFICATION_SECONDS }),
    })),
  )
}
