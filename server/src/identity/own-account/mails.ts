import type { Config } from '../../config.ts'
import { formatUsDate } from '../../platform/clock/local-time.ts'
import type { ComposeMail } from '../../platform/mail/send-mail.job.ts'
import { composeForOwner, createMailLinkWriter } from '../passwords/mails.ts'
import { ERASURE_MAIL, scheduleErasure } from './unverified-accounts.ts'

declare module '../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<typeof ERASURE_MAIL, unknown> {}
}

/** Announces the erasure of an account whose address was never verified. */
export function erasureMails(config: Config, now: () => Date): Record<typeof ERASURE_MAIL, ComposeMail> {
  const brand = config.brandName
  const linkFor = createMailLinkWriter(config, now)
  const toOwner = composeForOwner(config)
  return {
    [ERASURE_MAIL]: toOwner(async (db, { id }) => {
      const { unverifiedAccountDays } = config.limits
      const erasedAt = await scheduleErasure(db, id, { unverifiedAccountDays, now: now() })
      if (!erasedAt) return null
      const day = formatUsDate(erasedAt, config.timeZone)
      return {
        subject: 'Verify your email address to keep your account',
        paragraphs: [
          `The email address of your account at ${brand} was never verified. On ${day} we will erase the account and everything in it.`,
          'To keep your account, verify your address before then.',
        ],
        link: { label: 'Verify Email', url: await linkFor(db, id, 'verify-email') },
        after:
          'The link works once, for 24 hours. For a new one, sign in and press Resend Verification Email. If you do not want the account, or did not create it, there is nothing to do.',
        because: `somebody created an account at ${brand} with this address`,
      }
    }),
  }
}
