import { requiredBloodOf } from '@blood-bank/contract/blood-requests/descriptions'
import { REMOVAL_REASON_SENTENCES, type RemovalReason } from '@blood-bank/contract/blood-requests/removals'
import { formatUsDate } from '../../../platform/clock/local-time.ts'
import type { Database } from '../../../platform/database/connection.ts'
import type { MailContent, MailSite } from '../../../platform/mail/mail-content.ts'
import type { MailKind } from '../../../platform/mail/mail-kinds.ts'
import { enqueueNotices } from '../../../platform/mail/outbox.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import type { ComposeMail } from '../../../platform/mail/send-mail.job.ts'
import { findBloodRequest } from '../queries.ts'
import type { BloodRequestRow } from '../tables.ts'
import { findDeletion, type RequestDeletionRow } from './deletions.ts'

type OwnerMailKind = 'request-closed-by-admin' | 'request-deleted-by-admin'

declare module '../../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<OwnerMailKind, unknown> {}
}

/** Enqueues an email to the owner of a blood request about the row with an id. */
export const notifyOwner = (
  db: Database,
  kind: MailKind,
  { id, userEmail, causedBy }: Pick<BloodRequestRow, 'id' | 'userEmail'> & { causedBy: string },
): Promise<void> => enqueueNotices(db, kind, [{ recipient: userEmail, aboutId: id }], { causedBy })

/** "Reason: …", for the owner of a request. */
export const describeRemovalReason = (reason: RemovalReason): string =>
  `Reason: ${REMOVAL_REASON_SENTENCES[reason]}`

const MISTAKE = 'If you think that this is a mistake, please contact the administrators.'

/**
 * The emails to the owner of a blood request that an admin closed or deleted. None of them names the admin, a patient, a
 * hospital or a number. Nothing is sent about a request that is gone, and nothing about a deletion that its owner has read.
 */
export function ownerMails(site: MailSite & { timeZone: string }): Record<OwnerMailKind, ComposeMail> {
  const { publicUrl } = site
  const dashboard = { label: 'Open My Dashboard', url: `${publicUrl}/dashboard` }
  const posting = { label: 'Post a Request', url: `${publicUrl}/post-request` }
  const because = `you posted a request at ${site.brandName}`
  const dateOf = (time: Date) => formatUsDate(time, site.timeZone)

  const contentOfClosed = (row: BloodRequestRow, closedAt: Date): MailContent => {
    const request = `request for ${requiredBloodOf(row)}`
    if (row.closingReason === null)
      return {
        subject: `Your ${request} was marked as fulfilled`,
        paragraphs: [
          `An admin marked your ${request} as fulfilled on ${dateOf(closedAt)}. It has left the list of active requests, and no more donors are asked.`,
          'If blood is still needed, press Post again on your dashboard: the form is filled in from this request.',
        ],
        link: dashboard,
        because,
      }
    return {
      subject: `Your ${request} was cancelled`,
      paragraphs: [
        `An admin cancelled your ${request} on ${dateOf(closedAt)}.`,
        describeRemovalReason(row.closingReason),
        `It has left the list of active requests, and donors who had offered are told that they are not needed. ${MISTAKE}`,
      ],
      link: dashboard,
      because,
    }
  }

  const contentOfDeleted = (deletion: RequestDeletionRow): MailContent => {
    const request = `request for ${requiredBloodOf(deletion)}`
    return {
      subject: `Your ${request} was deleted`,
      paragraphs: [
        `On ${dateOf(deletion.deletedAt)}, an admin deleted the ${request} that you posted on ${dateOf(deletion.requestedAt)}.`,
        describeRemovalReason(deletion.reason),
        `${MISTAKE} If blood is needed, you can post a new request.`,
      ],
      link: posting,
      because,
    }
  }

  return {
    'request-closed-by-admin': async (db, recipient, about) => {
      const row = about?.id ? await findBloodRequest(db, about.id) : null
      if (!row?.closedByAdminAt) return null
      return renderMail(contentOfClosed(row, row.closedByAdminAt), { to: recipient, site })
    },

    'request-deleted-by-admin': async (db, recipient, about) => {
      const deletion = about?.id ? await findDeletion(db, about.id) : null
      return deletion && renderMail(contentOfDeleted(deletion), { to: recipient, site })
    },
  }
}
