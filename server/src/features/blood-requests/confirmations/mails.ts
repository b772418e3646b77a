import {
  capitalize,
  isOrAre,
  needsPlatelets,
  requiredBloodOf,
} from '@blood-bank/contract/blood-requests/descriptions'
import type { Config } from '../../../config.ts'
import { formatUsTime } from '../../../platform/clock/local-time.ts'
import type { Transaction } from '../../../platform/database/connection.ts'
import { enqueueNotices } from '../../../platform/mail/outbox.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import type { ComposeMail } from '../../../platform/mail/send-mail.job.ts'
import { findPublicPlace } from '../hospitals/public-place.ts'
import { findBloodRequest } from '../queries.ts'
import { markUnconfirmed } from '../store.ts'
import type { BloodRequestRow } from '../tables.ts'
import { describeUnits } from '../view.ts'
import { createConfirmationLink } from './links.ts'

type ConfirmationMailKind = 'still-needed'

declare module '../../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<ConfirmationMailKind, unknown> {}
}

type Options = { config: Pick<Config, 'brandName' | 'publicUrl' | 'timeZone'>; now: () => Date }

/**
 * The email that asks the owner of a blood request whether blood is still needed. It names no patient, as emails are
 * forwarded. Nothing is sent if the owner has confirmed or closed the request in the meantime.
 */
export const confirmationMails = ({ config, now }: Options): Record<ConfirmationMailKind, ComposeMail> => ({
  'still-needed': async (db, recipient, about) => {
    const bloodRequest = about?.id ? await findBloodRequest(db, about.id) : null
    if (bloodRequest?.status !== 'active' || bloodRequest.isHidden) return null
    if (bloodRequest.unconfirmedSince === null) return null
    const { neededBy } = bloodRequest
    const { hospital } = await findPublicPlace(db, bloodRequest, now())
    const blood = requiredBloodOf(bloodRequest)
    const is = capitalize(isOrAre(bloodRequest))
    const units = describeUnits(bloodRequest)
    const time = formatUsTime(neededBy ?? bloodRequest.requestedAt, config.timeZone)
    const token = await createConfirmationLink(db, bloodRequest.id, now())
    return renderMail(
      {
        subject: `${is} ${blood} still needed? ${hospital === null ? units : `${hospital} (${units})`}`,
        omitsSiteName: true,
        paragraphs: [
          `You asked for ${units} of ${blood}${hospital === null ? '' : ` at ${hospital}`}${neededBy ? `, needed by ${time}` : ` on ${time}`}.`,
          `${is} ${needsPlatelets(bloodRequest) ? 'platelets' : 'blood'} still needed? Until you answer, we ask no more donors, and the request says that there is no answer.`,
        ],
        link: {
          label: 'Answer',
          url: `${config.publicUrl}/confirm#token=${token}`,
        },
        after:
          'You need not sign in. Opening the page changes nothing: press Still needed, Mark as Fulfilled or Cancel Request there.',
        because: `you posted this request at ${config.brandName}`,
      },
      { to: recipient, site: config },
    )
  },
})

/**
 * Marks a blood request as not confirmed, so that nobody else is asked to donate for it, and asks its owner by email
 * whether blood is still needed. The transaction has locked the request.
 */
export async function askOwner(
  db: Transaction,
  { id, userId, userEmail }: BloodRequestRow,
  unconfirmedSince: Date,
): Promise<void> {
  await markUnconfirmed(db, id, unconfirmedSince)
  const mail = { recipient: userEmail, aboutUserId: userId, aboutId: id }
  await enqueueNotices(db, 'still-needed' satisfies ConfirmationMailKind, [mail], { causedBy: null })
}
