import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import type { Config } from '../../../config.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import type { ComposeMail } from '../../../platform/mail/send-mail.job.ts'
import { countExpiring, type EXPIRY_MAIL } from './expiry.ts'

declare module '../../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<typeof EXPIRY_MAIL, unknown> {}
}

/** The mail to whoever looks after donors who are about to be erased. It names none of them. */
export function keptDonorMails(site: Config, now: () => Date): Record<typeof EXPIRY_MAIL, ComposeMail> {
  return {
    async 'kept-donors-expire'(db, recipient, about) {
      const { kept, others } = about?.userId
        ? await countExpiring(db, about.userId, now())
        : { kept: 0, others: 0 }
      if (kept + others === 0) return null
      const donors = kept + others === 1 ? '1 donor' : `${kept + others} donors`
      const whom =
        others === 0 ? `${donors} whom you keep` : kept === 0 ? `${donors} whom nobody keeps` : donors
      return renderMail(
        {
          subject: `${whom} will be erased`,
          paragraphs: [
            `Nobody has called ${whom} at ${site.brandName} for almost ${RETENTION.keptDonorMonths} months, and they have not donated. We erase them within the next 31 days.`,
            'Should they stay? Call them and ask. Those whom somebody has called stay for another two years.',
          ],
          link: { label: 'Call Donors', url: `${site.publicUrl}/call-donors` },
          because: `you call donors at ${site.brandName}`,
        },
        { to: recipient, site },
      )
    },
  }
}
