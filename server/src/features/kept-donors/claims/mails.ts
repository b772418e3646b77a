import type { Config } from '../../../config.ts'
import type { CLAIM_MAIL } from '../../../identity/own-account/erase-account.ts'
import { formatUsDate } from '../../../platform/clock/local-time.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import type { ComposeMail } from '../../../platform/mail/send-mail.job.ts'
import { createKeyedHash } from '../../../platform/secrets/hashes.ts'
import { setClaimToken } from './store.ts'

declare module '../../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<typeof CLAIM_MAIL, unknown> {}
}

type Options = {
  config: Pick<Config, 'brandName' | 'clubName' | 'publicUrl' | 'timeZone'>
  authSecret: string
  now: () => Date
}

/**
 * The mail that asks somebody on an imported list to claim their profile or to erase it. It says nothing of what the list
 * says: the address may be mistyped. The token is made when the mail is written, and the same each time, so that a mail
 * that was sent twice has a valid link in both copies.
 */
export function claimMails({ config, authSecret, now }: Options): Record<typeof CLAIM_MAIL, ComposeMail> {
  const { brandName: brand, clubName: club, publicUrl, timeZone } = config
  const tokenOf = createKeyedHash(authSecret, 'claims')
  return {
    'claim-profile': async (db, recipient, about) => {
      if (!about?.id) return null
      const token = tokenOf(about.id)
      const donor = await setClaimToken(db, about.id, { token, now: now() })
      if (!donor) return null
      return renderMail(
        {
          subject: 'You are on a list of blood donors',
          paragraphs: [
            `${club} has a list of people who are willing to donate blood, and this email address is on it. The club now uses ${brand}, where people who need blood find donors.`,
            donor.consentKind
              ? 'The list says that you agreed to be called when somebody needs blood. Open the link to see what it says about you, and who can read that. Then correct it and register as a donor, so that you decide yourself when we may ask you, or erase it.'
              : 'You are not registered there, and nobody can find you, unless you agree. Open the link to see what the list says about you. Then correct it and register as a donor, or erase it.',
          ],
          link: { label: 'See What the List Says', url: `${publicUrl}/claim#token=${token}` },
          after: donor.consentKind
            ? 'If you do nothing, a volunteer may call you when somebody needs blood, and you get no further email about it.'
            : `If you do nothing, we erase it on ${formatUsDate(donor.expiresAt, timeZone)}, and you get no further email about it.`,
          because: `this address is on a list of donors that ${club} brought to ${brand}`,
        },
        { to: recipient, site: config },
      )
    },
  }
}
