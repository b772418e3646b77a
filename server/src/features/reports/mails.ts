import { requiredBloodOf } from '@blood-bank/contract/blood-requests/descriptions'
import { formatUsDate } from '../../platform/clock/local-time.ts'
import type { MailContent, MailSite } from '../../platform/mail/mail-content.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import type { ComposeMail } from '../../platform/mail/send-mail.job.ts'
import { describeRemovalReason } from '../blood-requests/owner-notices/mails.ts'
import { findBloodRequest } from '../blood-requests/queries.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'

type ReportMailKind =
  | 'request-hidden'
  | 'request-shown-again'
  | 'request-closed-after-reports'
  | 'posting-allowed-again'

declare module '../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<ReportMailKind, unknown> {}
}

/** By default, the link leads to the dashboard, and the reader has posted a request. */
type Content = Pick<MailContent, 'subject' | 'paragraphs'> & Partial<MailContent>

/** The emails about reports. None of them names whoever reported, a patient, a person, a hospital or a number. */
export function reportMails(site: MailSite & { timeZone: string }): Record<ReportMailKind, ComposeMail> {
  const { brandName: brand, publicUrl, timeZone } = site
  const link = { label: 'Open My Dashboard', url: `${publicUrl}/dashboard` }
  const because = `you posted a request at ${brand}`
  const compose =
    (content: (request: string, row: BloodRequestRow | null) => Content): ComposeMail =>
    async (db, recipient, about) => {
      const bloodRequest = about?.id ? await findBloodRequest(db, about.id) : null
      const request = bloodRequest ? `request for ${requiredBloodOf(bloodRequest)}` : 'blood request'
      return renderMail({ link, because, ...content(request, bloodRequest) }, { to: recipient, site })
    }

  return {
    'request-hidden': compose(request => ({
      subject: `Your ${request} is hidden while admins look at it`,
      paragraphs: [
        `Several members have reported your ${request}. Until an admin has looked at it, other members do not see it, no more donors are asked, and you cannot post another one.`,
        'Offers that you have received stand: you can call those donors. You need not do anything, and we will email you the decision. If blood is needed now, please contact the administrators.',
      ],
    })),
    'request-shown-again': compose(request => ({
      subject: `Your ${request} is shown again`,
      paragraphs: [
        `An admin has looked at the reports about your ${request} and has cleared it. Other members see it again, and donors are asked again.`,
        'Thank you for your patience. If blood is not needed any more, please mark the request as fulfilled or cancel it.',
      ],
    })),
    'request-closed-after-reports': compose((request, row) => ({
      subject: `Your ${request} was closed by an admin`,
      paragraphs: [
        `An admin has looked at the reports about your ${request} and has closed it${row?.closedByAdminAt ? ` on ${formatUsDate(row.closedByAdminAt, timeZone)}` : ''}. Donors who had offered are told that they are not needed.`,
        ...(row?.closingReason ? [describeRemovalReason(row.closingReason)] : []),
        'If you think that this is a mistake, please contact the administrators.',
      ],
    })),
    'posting-allowed-again': compose(() => ({
      subject: 'You can post requests again',
      paragraphs: [
        'An admin has looked at the reports about you. You can post blood requests again.',
        'Please post only what is needed, and never pay or ask for money for blood.',
      ],
      link: { label: 'Post a Request', url: `${publicUrl}/post-request` },
      because: `it is about your account at ${brand}`,
    })),
  }
}
