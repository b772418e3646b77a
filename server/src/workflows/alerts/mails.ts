import { type BloodRequestStatus, URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests'
import type { Config } from '../../config.ts'
import { createAlertLink } from '../../features/alerts/links.ts'
import { findAlert, findAlertPreferences } from '../../features/alerts/queries.ts'
import type { NewAlert } from '../../features/alerts/store.ts'
import { findBloodRequest } from '../../features/blood-requests/queries.ts'
import type { Database } from '../../platform/database/connection.ts'
import { renderMail } from '../../platform/mail/mail-content.ts'
import { enqueueMails } from '../../platform/mail/outbox.ts'
import type { ComposeMail } from '../../platform/mail/send-mail.job.ts'

export type AlertMailKind = 'alert'

/** Puts the emails of new alerts into the outbox, in the transaction that stores the alerts. */
export const enqueueAlertMails = (db: Database, alerts: NewAlert[], emails: Map<string, string>) =>
  enqueueMails(
    db,
    'alert' satisfies AlertMailKind,
    alerts.map(({ id, userId }) => ({
      recipient: emails.get(userId) ?? '',
      aboutUserId: userId,
      aboutId: id,
    })),
  )

/**
 * The emails of alerts. They name the blood group, the hospital, the urgency and the units, and neither a patient nor a
 * phone number. The link is created when the email is sent, and nothing is sent for a request that has closed meanwhile or
 * to a donor who has turned alerts off.
 */
export const alertMails = ({
  brandName: brand,
  publicUrl,
}: Pick<Config, 'brandName' | 'publicUrl'>): Record<AlertMailKind, ComposeMail> => ({
  alert: async (db, recipient, about) => {
    const alert = about?.id ? await findAlert(db, about.id) : null
    const bloodRequest = alert?.bloodRequestId ? await findBloodRequest(db, alert.bloodRequestId) : null
    if (!alert || !bloodRequest || bloodRequest.status !== ('active' satisfies BloodRequestStatus))
      return null
    if (bloodRequest.isHidden || alert.answer !== null) return null
    if ((await findAlertPreferences(db, alert.userId))?.isOn === false) return null
    const { requiredBloodGroup: group, hospitalName, hospitalLocation, unitsRequired, urgency } = bloodRequest
    const units = unitsRequired === 1 ? '1 unit' : `${unitsRequired} units`
    const place = hospitalLocation ? `${hospitalName}, ${hospitalLocation}` : hospitalName
    const url = `${publicUrl}/answer#token=${await createAlertLink(db, alert.id)}`
    return renderMail(
      {
        subject: `${group} needed ${WHEN[urgency]}: ${hospitalName} (${units})`,
        paragraphs: [
          `Somebody needs ${units} of ${group} blood at ${place}. Urgency: ${URGENCY_DESCRIPTIONS[urgency]}.`,
          'Your blood group can be given, and by your dates you can donate now. Can you come? Your answer is private: nobody learns that you were asked or that you declined.',
        ],
        link: { label: 'Answer', url },
        after:
          'Your phone number is shown only if you press I can donate, and only to the member who posted the request. Never pay or accept money for blood. The hospital tests and cross-matches every unit.',
      },
      { to: recipient, brand },
    )
  },
})

const WHEN = { urgent: 'today', moderate: 'within two days', low: 'soon' } as const
