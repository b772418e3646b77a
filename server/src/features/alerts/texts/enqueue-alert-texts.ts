import type { TextMessages } from '../../../config/text-messages.ts'
import { isTextedNumber } from '../../../identity/numbers/contact-number.ts'
import type { Transaction } from '../../../platform/database/connection.ts'
import { listUsersWhoAllowNights } from '../queries.ts'
import type { NewAlert } from '../store.ts'
import { enqueueTextsOfWave } from './enqueue-texts.ts'
import { listTextNumbersOf } from './numbers.ts'
import { reserveTexts } from './reserve-texts.ts'

/** A donor who gets a notification is texted after so long if no device has confirmed that it has shown it. */
const NOTIFICATION_SECONDS = 60

type Sending = {
  isQuiet: boolean
  /** The donors to whom notifications were enqueued for these alerts. */
  notified: Set<string>
  /** Whether whoever posted the request has a record. */
  hasRecord: boolean
  day: string
  texts: Pick<TextMessages, 'perDay' | 'countries'>
}

/**
 * Enqueues the text messages of new urgent alerts to donors who have confirmed their number, in the transaction that stores
 * the alerts. In the quiet hours only donors who allow it get them. Over the limit of the day, or of what of it is for people
 * without a record, those asked last get none.
 */
export async function enqueueAlertTexts(
  db: Transaction,
  alerts: NewAlert[],
  { isQuiet, notified, hasRecord, day, texts: { perDay, countries } }: Sending,
): Promise<void> {
  const asked = alerts.map(({ userId }) => userId)
  const awake = isQuiet ? await listUsersWhoAllowNights(db, asked) : asked
  const numbers = awake.length === 0 ? [] : await listTextNumbersOf(db, awake)
  const users = new Set(
    numbers.filter(({ phone }) => isTextedNumber(phone, countries)).map(({ userId }) => userId),
  )
  const texted = alerts.filter(({ userId }) => users.has(userId))
  if (texted.length === 0) return
  const use = { kind: 'alert', hasRecord } as const
  const count = await reserveTexts(db, { day, count: texted.length, perDay, use })
  await enqueueTextsOfWave(
    db,
    texted.slice(0, count).map(({ id, userId }) => ({
      alertId: id,
      ...(notified.has(userId) && { delaySeconds: NOTIFICATION_SECONDS }),
    })),
    { hasRecord },
  )
}
