import { DAY_MS } from '@blood-bank/contract/durations'
import { allowsAlerts } from '@blood-bank/contract/own-account/consent'
import { sql } from 'kysely'
import { findConsentVersion } from '../../../identity/own-account/consents.ts'
import type { Database, Transaction } from '../../../platform/database/connection.ts'
import { enqueueMails } from '../../../platform/mail/outbox.ts'
import { setAlertTimes } from '../../donors/store.ts'
import type { AlertMailKind } from '../mails.ts'
import { findAlertTimes } from '../queries.ts'
import { requireIntroduction, setFirstAlertFrom } from '../store.ts'

/** The time between the email that introduces alerts and the first alert. */
const NOTICE_MS = 3 * DAY_MS

/** Limits the time of one run; the next run continues. */
const BATCH_SIZE = 500

/**
 * Enqueues the email that introduces alerts to donors who registered before there were alerts, once for each donor, even
 * if several servers run this concurrently. The email and the time of the first alert are stored
 * together.
 * @returns how many donors get the email
 */
export async function introduceAlerts(db: Transaction, now: Date): Promise<number> {
  const donors = await lockDonorsToIntroduce(db)
  const userIds = donors.map(({ userId }) => userId)
  const introduced = await setFirstAlertFrom(db, userIds, new Date(now.getTime() + NOTICE_MS))
  await setAlertTimes(db, await findAlertTimes(db, introduced, now))
  await enqueueMails(
    db,
    'alerts-introduced' satisfies AlertMailKind,
    donors
      .filter(({ userId }) => introduced.includes(userId))
      .map(({ userId, email }) => ({ recipient: email, aboutUserId: userId })),
    { urgency: 'bulk' },
  )
  return introduced.length
}

/** Locks donors to whom alerts have not been introduced. Those whom another transaction has locked wait for the next run. */
async function lockDonorsToIntroduce(db: Database): Promise<{ userId: string; email: string }[]> {
  const { rows } = await sql<{ userId: string; email: string }>`
    with present as materialized (
      select users.id from alert_preferences choice join users on users.id = choice.user_id
       where first_alert_from is null and email_verified and suspended_at is null
       order by users.id limit ${BATCH_SIZE} for key share of users skip locked
    )
    select user_id, email from donors where user_id = any (array(select id from present))
     order by user_id for no key update skip locked`.execute(db)
  return rows
}

/**
 * Has alerts introduced by email to a new donor whose account is from before alerts, and who has not agreed to the text
 * that mentions them.
 */
export async function introduceAlertsLater(db: Transaction, userId: string, now: Date): Promise<void> {
  if (allowsAlerts(await findConsentVersion(db, userId))) return
  await requireIntroduction(db, userId)
  await setAlertTimes(db, await findAlertTimes(db, [userId], now))
}
