import { formatUsDate } from '../../platform/clock/local-time.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { MailContent } from '../../platform/mail/mail-content.ts'
import { listPasskeysOf } from './store.ts'

/** The passkeys of a user as a sentence for a mail; null when there is none. */
export async function describePasskeys(
  db: Database,
  userId: string,
  timeZone: string,
): Promise<string | null> {
  const passkeys = await listPasskeysOf(db, userId)
  const list = passkeys.map(({ name, addedAt }) => `“${name}”, added ${formatUsDate(addedAt, timeZone)}`)
  return list.length === 0 ? null : `Passkeys that can sign in to your account: ${list.join('; ')}.`
}

const NO_PASSKEY = 'Your account has no passkey now. You sign in with your password.'

/** What the notices about an added or removed passkey say, given the passkeys that the account has now. */
export const passkeyNotice = (
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
