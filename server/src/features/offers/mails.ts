import { givenFor } from '@blood-bank/contract/blood-requests/descriptions'
import { AFTER_GIVING, isJustGiven } from '@blood-bank/contract/donors/fit-to-give'
import { REST_LINK_DAYS, TURNED_AWAY_REST_DAYS } from '@blood-bank/contract/offers/turned-away'
import type { Config } from '../../config.ts'
import type { MailContent } from '../../platform/mail/mail-content.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import type { ComposeMail } from '../../platform/mail/send-mail.job.ts'
import { findFirstDonation } from './donations/queries.ts'
import { findOffer } from './queries.ts'
import { createRestTokens, isRestLinkAlive } from './rest-links.ts'

export type OfferMailKind =
  | 'offer-made'
  | 'offer-withdrawn'
  | 'offer-withdrawn-by-admin'
  | 'offer-released'
  | 'offer-turned-away'
  | 'turned-away-undone'
  | 'other-offer-ended'
  | 'donation-recorded'
  | 'donation-undone'

declare module '../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<OfferMailKind, unknown> {}
}

const OFFER_STANDS_AGAIN =
  "Your offer for that request stands again, and the member who posted it sees your number. If you can't come, please say so on your dashboard."

const OTHER_OFFER_ENDED =
  'Your offer for another request has ended for it, and the member who posted that one no longer sees your number.'

type Options = {
  config: Config
  authSecret: string
  now: () => Date
  /** The calendar date in the site's time zone. */
  today: () => string
}

/** The emails about offers and donations. None of them names a patient, a person, a hospital or a number. */
export function offerMails({
  config: site,
  authSecret,
  now,
  today,
}: Options): Record<OfferMailKind, ComposeMail> {
  const { tokenOf } = createRestTokens(authSecret)
  const { brandName: brand, publicUrl } = site
  const dashboard = { label: 'Open My Dashboard', url: `${publicUrl}/dashboard` }
  const compose =
    (content: MailContent): ComposeMail =>
    async (_, recipient) =>
      renderMail(content, { to: recipient, site })

  const offerMade = (given: string): MailContent => ({
    subject: `A donor can give ${given} for your request`,
    paragraphs: [
      `A donor has offered to give ${given} for a request of yours.`,
      'Your dashboard shows their name and number, so that you can call now.',
    ],
    link: dashboard,
    after: 'Never pay or accept money for blood.',
    because: `you posted a request at ${brand}`,
  })

  const composeTurnedAwayUndone =
    (more: string[]): ComposeMail =>
    async (db, recipient, about) => {
      const offer = about?.id ? await findOffer(db, about.id) : null
      return renderMail(
        {
          subject: 'About your offer to give blood',
          paragraphs: [
            "It was said by mistake that the hospital couldn't take your blood. We have removed it.",
            ...(offer?.status === 'offered' ? [OFFER_STANDS_AGAIN] : []),
            ...more,
          ],
          link: dashboard,
          because: `you offered to give blood at ${brand}`,
        },
        { to: recipient, site },
      )
    }

  return {
    // Nothing is sent when the offer has ended while the email waited: the requester knows what became of it.
    'offer-made': async (db, recipient, about) => {
      const offer = about?.id ? await findOffer(db, about.id) : null
      if (offer?.status !== 'offered') return null
      return renderMail(offerMade(givenFor(offer)), { to: recipient, site })
    },
    'offer-withdrawn': async (db, recipient, about) => {
      const offer = about?.id ? await findOffer(db, about.id) : null
      return renderMail(
        {
          subject: 'A donor can no longer come',
          paragraphs: [
            `A donor who had offered to give ${offer ? givenFor(offer) : 'blood'} for a request of yours can no longer come.`,
            'Your dashboard shows who else has offered.',
          ],
          link: dashboard,
          because: `you posted a request at ${brand}`,
        },
        { to: recipient, site },
      )
    },
    'offer-withdrawn-by-admin': compose({
      subject: 'Your offer to donate was withdrawn',
      paragraphs: [
        'An admin deactivated your donor profile, so your offer to donate was withdrawn. Whoever posted the request has been told that you can no longer come, and no longer sees your number.',
        'If you think that this is a mistake, please contact the administrators. Thank you for offering to give blood.',
      ],
      link: dashboard,
      because: `you offered to give blood at ${brand}`,
    }),
    'offer-released': compose({
      subject: 'You are not needed this time',
      paragraphs: [
        'Thank you for offering to give blood. You are not needed for that request any more, and your number is no longer shown for it.',
        'You can offer to donate for another request at any time.',
      ],
      link: { label: 'View Requests', url: `${publicUrl}/view-requests` },
      because: `you offered to give blood at ${brand}`,
    }),
    // Nothing is sent when the donor or the requester has said otherwise while the email waited.
    'offer-turned-away': async (db, recipient, about) => {
      const offer = about?.id ? await findOffer(db, about.id) : null
      if (!offer || !isRestLinkAlive(offer, now())) return null
      return renderMail(
        {
          subject: 'Thank you for coming',
          paragraphs: [
            "Thank you for coming. The hospital couldn't take your blood this time. That happens to many people, and says nothing about you.",
            `When may we ask you again? In two weeks, in a month, in three months, or when you say so: the link is for ${REST_LINK_DAYS} days. Until you choose, we don't ask you for ${TURNED_AWAY_REST_DAYS} days. Nobody else sees what you choose.`,
          ],
          link: {
            label: 'Choose when to be asked',
            url: `${publicUrl}/unsubscribe/rest-${tokenOf(offer.id)}`,
          },
          because: `you offered to give blood at ${brand}`,
        },
        { to: recipient, site },
      )
    },
    'turned-away-undone': composeTurnedAwayUndone([]),
    'other-offer-ended': composeTurnedAwayUndone([OTHER_OFFER_ENDED]),
    'donation-recorded': async (db, recipient, about) => {
      const offer = about?.id ? await findOffer(db, about.id) : null
      const first = offer && (await findFirstDonation(db, offer.id))
      return renderMail(
        {
          subject: `Thank you for giving ${offer ? givenFor(offer) : 'blood'}`,
          paragraphs: [
            'Thank you. Your donation was recorded.',
            ...(first && isJustGiven(first.donatedOn, today()) ? [AFTER_GIVING] : []),
            'Your dashboard shows your donations and when you can give again. If this donation did not happen, you can say so there.',
          ],
          link: dashboard,
          because: `you are a donor at ${brand}`,
        },
        { to: recipient, site },
      )
    },
    'donation-undone': async (db, recipient, about) => {
      const offer = about?.id ? await findOffer(db, about.id) : null
      return renderMail(
        {
          subject: 'A donation was removed from your record',
          paragraphs: [
            'A donation that was recorded for you was removed, because it was recorded by mistake.',
            ...(offer?.status === 'offered' ? [OFFER_STANDS_AGAIN] : []),
            'Your dashboard shows your donations and when you can give again.',
          ],
          link: dashboard,
          because: `you are a donor at ${brand}`,
        },
        { to: recipient, site },
      )
    },
  }
}
