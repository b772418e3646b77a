import { ACCEPT_PLATELETS, invitationToPlatelets } from '@blood-bank/contract/alerts/preferences'
import { givenFor } from '@blood-bank/contract/blood-requests/descriptions'
import { formatCalendarDate } from '@blood-bank/contract/donors/eligibility'
import { THANK_YOU_SENTENCES } from '@blood-bank/contract/thanks/sentences'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import type { ComposeMail } from '../../platform/mail/send-mail.job.ts'
import { type ComposedPush, topicOf } from '../alerts/push/compose-push.ts'
import type { WaitingThankYou } from '../alerts/push/enqueue-pushes.ts'
import { findAlertPreferences } from '../alerts/queries.ts'
import { quietHoursOr } from '../alerts/quiet-hours.ts'
import { createUnsubscribeTokens } from '../alerts/unsubscribe-tokens.ts'
import { findThankedDonation } from './store.ts'

export type ThanksMailKind = 'thank-you'

declare module '../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<ThanksMailKind, unknown> {}
}

type Options = {
  config: Pick<Config, 'brandName' | 'publicUrl' | 'intervals'>
  authSecret: string
}

/**
 * The email with the sentence that the owner of a request chose. It names nobody and no hospital. Nothing is sent about a
 * donation that was undone or disputed while the email waited, nor to who has stopped thank-yous. Donors who get alerts, and have
 * not said that they are also asked for platelets, are invited to it.
 */
export function thanksMails({ config, authSecret }: Options): Record<ThanksMailKind, ComposeMail> {
  const { brandName: brand, publicUrl } = config
  const { tokenOf } = createUnsubscribeTokens(authSecret)
  return {
    'thank-you': async (db, recipient, about) => {
      const donation = about?.id ? await findThankedDonation(db, about.id) : null
      if (!donation) return null
      const choice = await findAlertPreferences(db, donation.userId)
      const isInvited = !choice || (choice.isOn && !choice.alsoPlatelets)
      return renderMail(
        {
          subject: 'Somebody says thank you for your donation',
          paragraphs: [
            `“${THANK_YOU_SENTENCES[donation.thankYou]}”`,
            `This comes from the member for whose request you gave ${givenFor(donation)} on ${formatCalendarDate(donation.donatedOn)}. Your dashboard keeps it with your donation.`,
          ],
          link: { label: 'Open My Dashboard', url: `${publicUrl}/dashboard` },
          ...(isInvited && {
            invitation: {
              text: invitationToPlatelets(config.intervals.plateletIntervalDays),
              label: ACCEPT_PLATELETS,
              url: `${publicUrl}/account#alerts`,
            },
          }),
          because: `you gave blood for a request at ${brand}`,
          unsubscribe: {
            label: 'Stop thank-yous',
            url: `${publicUrl}/unsubscribe/thank-yous/${tokenOf(donation.userId, 'thank-yous')}`,
          },
        },
        { to: recipient, site: config },
      )
    },
  }
}

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
