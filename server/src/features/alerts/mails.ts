import { ACCEPT_PLATELETS, invitationToPlatelets } from '@blood-bank/contract/alerts/preferences'
import {
  capitalize,
  HOSPITAL_DECIDES_GROUPS,
  hospitalTests,
  howGiven,
  requiredBloodOf,
  requiredGroupOf,
} from '@blood-bank/contract/blood-requests/descriptions'
import { URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests/endpoints'
import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import type { Config } from '../../config.ts'
import { formatUsDate, formatUsTime } from '../../platform/clock/local-time.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { DeliveryState } from '../../platform/jobs/attempts.ts'
import { enqueueMails } from '../../platform/mail/outbox.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import type { ComposeMail } from '../../platform/mail/send-mail.job.ts'
import { describeUnits } from '../blood-requests/view.ts'
import { findDonorOfUser } from '../donors/queries.ts'
import { ANSWER_LINK_MAIL, alertCalledDonor } from './call-link.ts'
import { createAlertLink } from './links.ts'
import type { AlertMetrics } from './metrics.ts'
import { findAlertPreferences } from './queries.ts'
import { inviteToPlatelets, type NewAlert } from './store.ts'
import { createUnsubscribeTokens } from './unsubscribe-tokens.ts'
import { findWaitingAlert, WHEN } from './waiting-alert.ts'

export type AlertMailKind =
  | 'alert'
  | typeof ANSWER_LINK_MAIL
  | 'test-alert'
  | 'alerts-introduced'
  | 'new-members-wait'

declare module '../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<AlertMailKind, unknown> {}
}

type Options = {
  config: Pick<Config, 'brandName' | 'publicUrl' | 'timeZone' | 'donorRules' | 'intervals'>
  authSecret: string
  now: () => Date
}

/** Puts the emails of new alerts into the outbox, in the transaction that stores the alerts. */
export const enqueueAlertMails = (db: Database, alerts: NewAlert[], emails: Map<string, string>) =>
  enqueueMails(
    db,
    'alert' satisfies AlertMailKind,
    alerts.flatMap(({ id, userId }) => {
      const recipient = emails.get(userId)
      return recipient === undefined ? [] : { recipient, aboutUserId: userId, aboutId: id }
    }),
    { urgency: 'prompt' },
  )

const ALERT_KINDS = new Set<string>(['alert', ANSWER_LINK_MAIL] satisfies AlertMailKind[])

/** Counts what becomes of the emails of alerts, among emails of all kinds. */
export const countAlertMails =
  (alertMetrics: AlertMetrics) =>
  (kind: string, state: DeliveryState): void => {
    if (ALERT_KINDS.has(kind)) alertMetrics.recordDelivery('mail', state)
  }

/**
 * The emails of alerts. They name the blood group, the hospital, the urgency and the units, and neither a patient nor a
 * phone number. The link is created when the email is sent, and nothing is sent for a request that is closed or no longer
 * confirmed meanwhile, nor to a donor who cannot be asked any more (`findWaitingAlert`).
 */
export function alertMails({ config, authSecret, now }: Options): Record<AlertMailKind, ComposeMail> {
  const { brandName: brand, publicUrl, timeZone, donorRules } = config
  const { tokenOf } = createUnsubscribeTokens(authSecret)
  const unsubscribeLink = (userId: string) => ({
    label: 'Stop these emails',
    url: `${publicUrl}/unsubscribe/${tokenOf(userId)}`,
  })

  const composeAlert: ComposeMail = async (db, recipient, about) => {
    const waiting = about?.id ? await findWaitingAlert(db, about.id, now()) : null
    if (!waiting) return null
    const { id, userId, hospital, place, urgency, neededBy } = waiting
    const units = describeUnits(waiting)
    const needed = neededBy ? ` Needed by: ${formatUsTime(neededBy, timeZone)}.` : ''
    const how = howGiven(waiting)
    const groups = waiting.takesOtherGroups ? ` ${HOSPITAL_DECIDES_GROUPS}` : ''
    const token = await createAlertLink(db, id)
    const isInvited = waiting.invitesToPlatelets && (await inviteToPlatelets(db, waiting))
    return renderMail(
      {
        subject: `${capitalize(requiredGroupOf(waiting))} needed ${WHEN[urgency]}${hospital === null ? '' : `: ${hospital}`} (${units})`,
        omitsSiteName: true,
        paragraphs: [
          `Somebody needs ${units} of ${requiredBloodOf(waiting)}${place === null ? '' : ` at ${place}`}. Urgency: ${URGENCY_DESCRIPTIONS[urgency]}.${needed}`,
          ...(how ? [how] : []),
          `By your group and dates you may be able to give.${groups} Can you come? Your answer is private: nobody learns that you were asked or that you declined.`,
          // An address ends its paragraph, so that mail programs find its end.
          donorRules.sentence + (donorRules.url ? ` Who can give blood: ${donorRules.url}` : ''),
        ],
        link: { label: 'Answer', url: `${publicUrl}/answer#token=${token}` },
        after: `Your phone number is shown only if you press I can donate, and only to the member who posted the request. Never pay or accept money for blood. ${hospitalTests(waiting)}`,
        ...(isInvited && {
          invitation: {
            text: invitationToPlatelets(config.intervals.plateletIntervalDays),
            label: ACCEPT_PLATELETS,
            url: `${publicUrl}/answer?platelets#token=${token}`,
          },
        }),
        because: `you are a donor at ${brand} and get alerts`,
        unsubscribe: unsubscribeLink(userId),
      },
      { to: recipient, site: config },
    )
  }

  return {
    alert: composeAlert,

    [ANSWER_LINK_MAIL]: async (db, recipient, about) => {
      const id = about?.id ? await alertCalledDonor(db, about.id, now()) : null
      return id === null ? null : composeAlert(db, recipient, { userId: null, id })
    },

    'test-alert': async (db, recipient, about) => {
      const donor = about?.userId ? await findDonorOfUser(db, about.userId) : null
      if (!donor) return null
      return renderMail(
        {
          subject: `Test alert: ${withMinus(donor.bloodGroup)} needed today: City Hospital (2 units)`,
          omitsSiteName: true,
          paragraphs: [
            'This is a test. Nobody needs blood now.',
            `This is what an alert looks like. A real one says which blood group is needed, at which hospital and how soon, and has a link to answer.`,
          ],
          link: { label: 'Choose how often', url: `${publicUrl}/account#alerts` },
          because: `you pressed “Send me a test alert” at ${brand}`,
          unsubscribe: unsubscribeLink(donor.userId),
        },
        { to: recipient, site: config },
      )
    },

    'new-members-wait': async (_db, recipient) =>
      renderMail(
        {
          subject: 'Requests of new members wait for you',
          paragraphs: [
            `Many new members of ${brand} posted blood requests today. So that nobody can use up the alerts with invented accounts, no more donors are asked for new members until tomorrow.`,
            'Call the contact of each request that waits. If it is real, press This is real: donors are asked at once. If it is not, delete it. You get this email at most once a day.',
          ],
          link: { label: 'See the requests that wait', url: `${publicUrl}/admin/requests?alerts=held-back` },
          because: `you are an admin of ${brand}`,
        },
        { to: recipient, site: config },
      ),

    'alerts-introduced': async (db, recipient, about) => {
      const choice = about?.userId ? await findAlertPreferences(db, about.userId) : null
      if (!choice?.isOn || !choice.firstAlertFrom) return null
      return renderMail(
        {
          subject: 'We will email you when somebody needs blood that you can give',
          paragraphs: [
            `You are registered as a donor at ${brand}. New: from ${formatUsDate(choice.firstAlertFrom, timeZone)} on, we email you when somebody needs blood that you can give, at most twice a week.`,
            'You decide each time. Nobody learns that you were asked or that you declined, and your phone number stays as private as it is.',
            'On your Account page, you choose how often we ask you, pause alerts, or turn them off.',
          ],
          link: { label: 'Choose how often', url: `${publicUrl}/account#alerts` },
          after: 'If you want no alerts, use the link below. You stay registered as a donor.',
          because: `you are a donor at ${brand}`,
          unsubscribe: unsubscribeLink(choice.userId),
        },
        { to: recipient, site: config },
      )
    },
  }
}
