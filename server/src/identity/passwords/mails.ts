import type { Config } from '../../config.ts'
import { formatUsDate } from '../../platform/clock/local-time.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { MailContent } from '../../platform/mail/mail-content.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import type { ComposeMail } from '../../platform/mail/send-mail.job.ts'
import { SUMMARY_MAIL, UNVERIFIED_MAILS_PER_DAY, UNVERIFIED_MAILS_WARNING } from '../access/mail-budget.ts'
import { listPasskeysOf } from '../passkeys/store.ts'
import { findUserByEmail } from '../users/store.ts'
import { createMailLink } from './links.ts'
import type { MailLinkPurpose } from './tables.ts'

export type AccountMailKind =
  | 'verify-email'
  | 'account-exists'
  | 'reset-password'
  | 'password-changed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'push-device-moved'
  | typeof SUMMARY_MAIL
  | typeof UNVERIFIED_MAILS_WARNING

declare module '../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<AccountMailKind, unknown> {}
}

/** Composes an email to the owner of an address; an address without an account gets none. */
export const composeForOwner =
  (config: Config) =>
  (
    write: (db: Database, user: { id: string; emailVerified: boolean }) => Promise<MailContent | null>,
  ): ComposeMail =>
  async (db, recipient) => {
    const user = await findUserByEmail(db, recipient)
    const content = user && (await write(db, user))
    return content ? renderMail(content, { to: recipient, site: config }) : null
  }

const formatCount = (count: number) => count.toLocaleString('en-US')

/** Creates a link at the moment of sending. */
export const createMailLinkWriter =
  (config: Config, now: () => Date) => async (db: Database, userId: string, purpose: MailLinkPurpose) =>
    `${config.publicUrl}/${purpose}#token=${await createMailLink(db, userId, { purpose, now: now() })}`

/**
 * The emails about accounts. Links are created here, at the moment of sending, so that no secret waits in the
 * outbox and a link's lifetime starts when the mail is sent. An address without an account gets no mail.
 */
export function accountMails(config: Config, now: () => Date): Record<AccountMailKind, ComposeMail> {
  const brand = config.brandName
  const linkFor = createMailLinkWriter(config, now)
  const toOwner = composeForOwner(config)

  const passkeyMail = (change: 'added' | 'removed') =>
    toOwner(async (db, { id }) =>
      passkeyNotice(change, {
        passkeys: await describePasskeys(db, id, config.timeZone),
        brand,
        publicUrl: config.publicUrl,
      }),
    )

  return {
    'verify-email': toOwner(async (db, user) =>
      user.emailVerified
        ? null
        : {
            subject: 'Verify your email address',
            paragraphs: [`Welcome to ${brand}.`, 'Please confirm that this address is yours.'],
            link: { label: 'Verify Email', url: await linkFor(db, user.id, 'verify-email') },
            after: 'The link works once, for 24 hours. If you did not ask for this, ignore this email.',
            because: `somebody created an account at ${brand} with this address`,
          },
    ),
    'account-exists': toOwner(async () => ({
      subject: 'You already have an account',
      paragraphs: [
        `Somebody, probably you, tried to create an account at ${brand} with this address. It has one already.`,
        'Sign in with your password, or choose a new one if you have forgotten it.',
      ],
      link: { label: 'Choose a new password', url: `${config.publicUrl}/forgot-password` },
      after: 'If this was not you, there is nothing to do: nothing has been changed.',
      because: `it is about your account at ${brand}`,
    })),
    'reset-password': toOwner(async (db, user) => ({
      subject: 'Reset your password',
      paragraphs: ['You asked for a new password. You can choose it now.'],
      link: { label: 'Set New Password', url: await linkFor(db, user.id, 'reset-password') },
      after:
        'The link works once, for 30 minutes. If you did not ask for this, ignore this email: your password stays as it is.',
      because: `somebody asked for a new password for your account at ${brand}`,
    })),
    'password-changed': toOwner(async (db, { id }) => {
      const passkeys = await describePasskeys(db, id, config.timeZone)
      return {
        subject: 'Your password was changed',
        paragraphs: [
          'Your password was changed just now. Wherever else you were signed in, you are signed out.',
          ...(passkeys
            ? [
                `${passkeys} On your Account page, remove those that are not yours or that you no longer have: they still sign in.`,
              ]
            : []),
          'If this was not you, choose a new password at once.',
        ],
        link: { label: 'Choose a new password', url: `${config.publicUrl}/forgot-password` },
        because: `it is about the security of your account at ${brand}`,
      }
    }),
    [SUMMARY_MAIL]: toOwner(async () => ({
      subject: 'More has changed',
      paragraphs: [
        'There were more changes that concern you than we send one by one, such as offers, donations and decisions about requests.',
        'Your dashboard shows them all.',
      ],
      link: { label: 'Open My Dashboard', url: `${config.publicUrl}/dashboard` },
      because: `it is about your account at ${brand}`,
    })),
    [UNVERIFIED_MAILS_WARNING]: toOwner(async () => ({
      subject: 'Many emails to new accounts',
      paragraphs: [
        `${formatCount(UNVERIFIED_MAILS_PER_DAY / 2)} emails were sent within a day to accounts of ${brand} whose address nobody has verified. That is half of what is sent in a day. Further ones wait until the next day; alerts and the emails of all other accounts do not.`,
        'Is it not the beginning of a term? Then somebody may be inventing accounts. Manage Users shows who has registered last.',
      ],
      link: { label: 'Manage Users', url: `${config.publicUrl}/admin/users` },
      because: `you are an admin of ${brand}`,
    })),
    'passkey-added': passkeyMail('added'),
    'passkey-removed': passkeyMail('removed'),
    'push-device-moved': toOwner(async () => ({
      subject: 'One of your devices no longer gets your notifications',
      paragraphs: [
        `Notifications of ${brand} in one of your browsers were turned on for another account just now. This browser gets its notifications, and yours no longer. Alerts still come by email.`,
        'If somebody else uses the same browser, there is nothing to do. To get notifications there again, turn them on under Alerts on your Account page.',
      ],
      link: { label: 'See your devices', url: `${config.publicUrl}/account#alerts` },
      after:
        'If nobody else uses your devices, somebody has copied data of your browser: set a new password, which signs out everybody else.',
      because: `it is about the security of your account at ${brand}`,
    })),
  }
}

/** The passkeys of a user as a sentence for a mail; null when there is none. */
async function describePasskeys(db: Database, userId: string, timeZone: string): Promise<string | null> {
  const passkeys = await listPasskeysOf(db, userId)
  const list = passkeys.map(({ name, addedAt }) => `“${name}”, added ${formatUsDate(addedAt, timeZone)}`)
  return list.length === 0 ? null : `Passkeys that can sign in to your account: ${list.join('; ')}.`
}

const NO_PASSKEY = 'Your account has no passkey now. You sign in with your password.'

/** What the notices about an added or removed passkey say, given the passkeys that the account has now. */
const passkeyNotice = (
  change: 'added' | 'removed',
  { passkeys, brand, publicUrl }: { passkeys: string | null; brand: string; publicUrl: string },
): MailContent => ({
  subject: `A passkey was ${change === 'added' ? 'added to' : 'removed from'} your account`,
  paragraphs: [
    change === 'added'
      ? 'A passkey was added to your account just now. It signs in without your password.'
      : 'A passkey was removed from your account just now. It can no longer sign in.',
    passkeys ?? NO_PASSKEY,
  ],
  link: { label: 'See your passkeys', url: `${publicUrl}/account#passkeys` },
  after:
    'If this was not you, set a new password with “Forgot your password?” on the sign-in page. Then sign in with it, and remove the passkeys that are not yours on your Account page.',
  because: `it is about the security of your account at ${brand}`,
})
