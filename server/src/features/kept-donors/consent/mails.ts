import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import type { Config } from '../../../config.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import type { ComposeMail } from '../../../platform/mail/send-mail.job.ts'
import { countExpiring, type EXPIRY_MAIL } from './expiry.ts'

declare module '../../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<typeof EXPIRY_MAIL, unknown> {}
}

/** The mail to whoever keeps donors who are about to be erased. It names none of them. */
export function keptDonorMails(site: Config, now: () => Date): Record<typeof EXPIRY_MAIL, ComposeMail> {
  return {
    async 'kept-donors-expire'(db, recipient, about) {
      const count = about?.userId ? await countExpiring(db, about.userId, now()) : 0
      if (count === 0) return null
      const donors = count === 1 ? '1 donor' : `${count} donors`
      return renderMail(
        {
          subject: `${donors} whom you keep will be erased`,
          paragraphs: [
            `Nobody has called ${donors} whom you keep at ${site.brandName} for almost ${RETENTION.keptDonorMonths} months, and they have not donated. We erase them within the next 31 days.`,
            'Should they stay? Call them and ask. Those whom somebody has called stay for another two years.',
          ],
          link: { label: 'Call Donors', url: `${site.publicUrl}/call-donors` },
          because: `you keep donors at ${site.brandName}`,
        },
        { to: recipient, site },
      )
    },
  }
}
