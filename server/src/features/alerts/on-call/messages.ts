import {
  capitalize,
  needsPlatelets,
  requiredBloodOf,
  requiredGroupOf,
} from '@blood-bank/contract/blood-requests/descriptions'
import { HOUR_MS } from '@blood-bank/contract/durations'
import type { Config } from '../../../config.ts'
import type { Database } from '../../../platform/database/connection.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import type { ComposeMail } from '../../../platform/mail/send-mail.job.ts'
import { SEGMENT, septets } from '../../../platform/text-messages/segment.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import { describeUnits } from '../../blood-requests/view.ts'
import { type ComposedPush, topicOf } from '../push/compose-push.ts'
import type { WaitingOnCall } from '../push/enqueue-pushes.ts'
import type { ComposedText } from '../texts/compose-alert-text.ts'
import { listConfirmedNumbersOf } from '../texts/numbers.ts'
import { findForOnCall, findOnCall, type SiteTime } from './store.ts'

export type OnCallMailKind = 'coordinator-on-call-needed'

declare module '../../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<OnCallMailKind, unknown> {}
}

/** Finds the request of which somebody on call is about to be told; null when nobody needs to be called for it any more. */
const findOnCallRequest = async (
  db: Database,
  { bloodRequestId, userId }: WaitingOnCall,
  at: SiteTime,
): Promise<BloodRequestRow | null> =>
  (await findOnCall(db, userId, at.now)) && findForOnCall(db, bloodRequestId, at)

const LIFETIME_MS = HOUR_MS
const pageFor = ({ publicUrl }: Pick<Config, 'publicUrl'>, { id }: BloodRequestRow) =>
  `${publicUrl}/call-donors?request=${id}`

/** Composes the text message to somebody on call, in one segment. It names no person and no number. */
export async function composeOnCallText(
  db: Database,
  waiting: WaitingOnCall,
  { now, site }: SiteTime & { site: Pick<Config, 'publicUrl'> },
): Promise<ComposedText | null> {
  const bloodRequest = await findOnCallRequest(db, waiting, { now, site })
  const [number] = bloodRequest ? await listConfirmedNumbersOf(db, [waiting.userId]) : []
  if (!bloodRequest || !number) return null
  const { component, requiredBloodGroup } = bloodRequest
  const needed = `On call: ${needsPlatelets({ component }) ? 'PLATELETS ' : ''}${requiredBloodGroup} needed urgently`
  const url = pageFor(site, bloodRequest)
  const texts = [`${needed}, nobody has offered to come. Please call donors: ${url}`, `${needed}: ${url}`]
  const message = texts.find(text => septets(text) <= SEGMENT) ?? url
  return { phone: number.phone, message, expiresAt: new Date(now.getTime() + LIFETIME_MS) }
}

/** Composes the notification for somebody on call, which rings at night, too. */
export async function composeOnCallPush(
  db: Database,
  waiting: WaitingOnCall,
  { now, site }: SiteTime,
): Promise<ComposedPush | null> {
  const bloodRequest = await findOnCallRequest(db, waiting, { now, site })
  if (!bloodRequest) return null
  const topic = topicOf(`on call ${bloodRequest.id}`)
  return {
    message: {
      kind: 'on-call',
      title: `On call: ${capitalize(requiredGroupOf(bloodRequest))} needed urgently`,
      body: `${describeUnits(bloodRequest)}. Nobody has offered to come. Please call donors.`,
      token: null,
      bloodRequestId: bloodRequest.id,
      topic,
    },
    options: { urgency: 'high', topic },
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  }
}

/** The email to somebody on call. Like that of an alert, it names neither a patient nor a phone number. */
export const onCallMails = (
  site: SiteTime['site'] & Pick<Config, 'brandName' | 'publicUrl'>,
  now: () => Date,
): Record<OnCallMailKind, ComposeMail> => ({
  'coordinator-on-call-needed': async (db, recipient, about) => {
    if (!about?.id || !about.userId) return null
    const waiting = { bloodRequestId: about.id, userId: about.userId }
    const bloodRequest = await findOnCallRequest(db, waiting, { now: now(), site })
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
        link: { label: 'Call donors', url: pageFor(site, bloodRequest) },
        because: `you are on call at ${site.brandName}`,
      },
      { to: recipient, site },
    )
  },
})
