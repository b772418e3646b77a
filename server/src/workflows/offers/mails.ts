import type { Config } from '../../config.ts'
import { type MailContent, renderMail } from '../../platform/mail/mail-content.ts'
import type { ComposeMail } from '../../platform/mail/send-mail.job.ts'

export type OfferMailKind =
  | 'offer-made'
  | 'offer-withdrawn'
  | 'offer-released'
  | 'donation-recorded'
  | 'donation-undone'

/** The emails about offers and donations. None of them names a patient, a person, a hospital or a number. */
export function offerMails({
  brandName: brand,
  publicUrl,
}: Pick<Config, 'brandName' | 'publicUrl'>): Record<OfferMailKind, ComposeMail> {
  const dashboard = { label: 'Open My Dashboard', url: `${publicUrl}/dashboard` }
  const compose =
    (content: MailContent): ComposeMail =>
    async (_, recipient) =>
      renderMail(content, { to: recipient, brand })

  return {
    'offer-made': compose({
      subject: `A donor can give blood for your request · ${brand}`,
      paragraphs: [
        'A donor has offered to give blood for a request of yours.',
        'Your dashboard shows their name and number, so that you can call now:',
      ],
      link: dashboard,
      after: 'Never pay or accept money for blood.',
    }),
    'offer-withdrawn': compose({
      subject: `A donor can no longer come · ${brand}`,
      paragraphs: [
        'A donor who had offered to give blood for a request of yours can no longer come.',
        'Your dashboard shows who else has offered:',
      ],
      link: dashboard,
    }),
    'offer-released': compose({
      subject: `You are not needed this time · ${brand}`,
      paragraphs: [
        'Thank you for offering to give blood. You are not needed for that request any more, and your number is no longer shown for it.',
        'You can offer to donate for another request at any time:',
      ],
      link: { label: 'View Requests', url: `${publicUrl}/view-requests` },
    }),
    'donation-recorded': compose({
      subject: `Thank you for giving blood · ${brand}`,
      paragraphs: [
        'Thank you. Your donation was recorded.',
        'Your dashboard shows your donations and when you can give again. If this donation did not happen, you can say so there:',
      ],
      link: dashboard,
    }),
    'donation-undone': compose({
      subject: `A donation was removed from your record · ${brand}`,
      paragraphs: [
        'A donation that was recorded for you was removed, because it was recorded by mistake.',
        'Your dashboard shows your donations and when you can give again:',
      ],
      link: dashboard,
    }),
  }
}
