import { THANK_YOU_SENTENCES } from '@blood-bank/contract/thanks/sentences'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { type ComposedPush, topicOf } from '../alerts/push/compose-push.ts'
import type { WaitingThankYou } from '../alerts/push/enqueue-pushes.ts'
import { quietHoursOr } from '../alerts/quiet-hours.ts'
import { findThankedDonation } from './queries.ts'

/**
 * Composes the notification of a thank-you, which says no more than the email. It never rings in the quiet hours: the push
 * service keeps it until they begin at the latest.
 * @returns null when the thank-you was taken back or stopped meanwhile
 */
export const composeThankYouPush =
  ({ timeZone, alertPolicy: { quietHours } }: Pick<Config, 'timeZone' | 'alertPolicy'>) =>
  async (db: Database, { donationId, until }: WaitingThankYou, now: Date): Promise<ComposedPush | null> => {
    const donation = await findThankedDonation(db, donationId)
    if (!donation) return null
    const topic = topicOf(donation.id)
    return {
      message: {
        kind: 'thank-you',
        title: 'A thank-you for you',
        body: THANK_YOU_SENTENCES[donation.thankYou],
        token: null,
        topic,
      },
      options: { urgency: 'normal', topic },
      expiresAt: quietHoursOr({ from: now, until: new Date(until) }, timeZone, quietHours),
    }
  }
