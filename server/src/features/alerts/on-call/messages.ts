import {
  capitalize,
  requiredBloodOf,
  requiredGroupOf,
} from '@blood-bank/contract/blood-requests/descriptions'
import { HOUR_MS } from '@blood-bank/contract/durations'
import type { Config } from '../../../config.ts'
import type { Database } from '../../../platform/database/connection.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import type { ComposeMail } from '../../../platform/mail/send-mail.job.ts'
import { findBloodRequest, isHiddenFromMembers } from '../../blood-requests/queries.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import { describeUnits } from '../../blood-requests/view.ts'
import { type ComposedPush, topicOf } from '../push/compose-push.ts'
import type { WaitingOnCall } from '../push/enqueue-pushes.ts'
import { isWaiting } from '../waiting.ts'
import { findOnCall } from './store.ts'

export type OnCallMailKind = 'coordinator-on-call-needed'

declare module '../../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<OnCallMailKind, unknown> {}
}

/** Finds the request of which somebody on call is about to be told; null when nobody needs to be called for it any more. */
async function findOnCallRequest(
  db: Database,
  { bloodRequestId, userId }: WaitingOnCall,
  now: Date,
): Promise<BloodRequestRow | null> {
  const bloodRequest = await findBloodRequest(db, bloodRequestId)
  const isNeeded =
    bloodRequest && !isHiddenFromMembers(bloodRequest) && (await isWaiting(db, bloodRequest, now))
  return isNeeded && (await findOnCall(db, userId, now)) ? bloodRequest : null
}

const LIFETIME_MS = HOUR_MS

/** Composes the notification for somebody on call, which rings at night, too. */
export async function composeOnCallPush(
  db: Database,
  waiting: WaitingOnCall,
  now: Date,
): Promise<ComposedPush | null> {
  const bloodRequest = await findOnCallRequest(db, waiting, now)
  if (!bloodRequest) return null
  const topic = topicOf(`on call ${bloodRequest.id}`)
  return {
    message: {
      kind: 'on-call',
      title: `On call: ${capitalize(requiredGroupOf(bloodRequest))} needed urgently`,
      body: `${describeUnits(bloodRequest)}. Nobody has offered to come. Please call donors.`,
      token: null,
      topic,
    },
    options: { urgency: 'high', topic },
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  }
}

/** The email to somebody on call. Like that of an alert, it names neither a patient nor a phone number. */
export const onCallMails = (
  site: Pick<Config, 'brandName' | 'publicUrl'>,
  now: () => Date,
): Record<OnCallMailKind, ComposeMail> => ({
  'coordinator-on-call-needed': async (db, recipient, about) => {
    if (!about?.id || !about.userId) return null
    const waiting = { bloodRequestId: about.id, userId: about.userId }
    const bloodRequest = await findOnCallRequest(db, waiting, now())
    if (!bloodRequest) return null
    const units = describeUnits(bloodRequest)
    return renderMail(
      {
        subject: `On call: ${capitalize(requiredGroupOf(bloodRequest))} needed urgently (${units})`,
        omitsSiteName: true,
        paragraphs: [
          `Somebody needs ${units} of ${requiredBloodOf(bloodRequest)} urgently, and nobody has offered to come. Please call donors for this request.`,
          'Whoever posted it sees the name and number of one of you who are on call, and may call.',
        ],
        link: { label: 'Call donors', url: `${site.publicUrl}/call-donors?request=${bloodRequest.id}` },
        because: `you are on call at ${site.brandName}`,
      },
      { to: recipient, site },
    )
  },
})
