import { NUMBER_REVEALS_PER_HOUR } from '@blood-bank/contract/donors/administration'
import { findUser } from '../../../identity/users/store.ts'
import type { MailSite } from '../../../platform/mail/mail-content.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import type { ComposeMail } from '../../../platform/mail/send-mail.job.ts'

export type ContactLedgerMailKind = 'many-numbers-revealed'

declare module '../../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<ContactLedgerMailKind, unknown> {}
}

/** The email to the other admins about one who looks up more numbers than an admin can call. */
export function contactLedgerMails(site: MailSite): Record<ContactLedgerMailKind, ComposeMail> {
  const { brandName: brand, publicUrl } = site
  return {
    'many-numbers-revealed': async (db, recipient, about) => {
      const admin = about?.userId ? await findUser(db, about.userId) : null
      if (!admin) return null
      return renderMail(
        {
          subject: `Many phone numbers looked up by ${admin.email}`,
          paragraphs: [
            `${admin.email} has looked up ${NUMBER_REVEALS_PER_HOUR} phone numbers of donors at ${brand} within an hour, and tried to look up more. That was refused, and is possible again an hour after the first look. The audit log shows each look.`,
            'Did you not expect this? Ask them. If it was somebody else, take the admin role back under Manage Users, which ends all their sessions.',
          ],
          link: { label: 'Open the Audit Log', url: `${publicUrl}/admin/audit-log` },
          because: `you are an admin of ${brand}`,
        },
        { to: recipient, site },
      )
    },
  }
}
