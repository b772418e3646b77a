import type { Role } from '@blood-bank/contract/users/endpoints'
import type { MailContent, MailSite } from '../../platform/mail/mail-content.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import type { ComposeMail } from '../../platform/mail/send-mail.job.ts'
import { findUser } from './store.ts'

type RoleMailKind = 'admin-role-given' | 'admin-role-taken'

declare module '../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<RoleMailKind, unknown> {}
}

/** The kind of mail about a change to this role. */
export const roleMailKind = (role: Role): RoleMailKind =>
  role === 'admin' ? 'admin-role-given' : 'admin-role-taken'

/** The emails about changes of role: to the user and to the admins. */
export function roleMails(site: MailSite): Record<RoleMailKind, ComposeMail> {
  const { brandName: brand, publicUrl } = site
  const resetLink = { label: 'Choose a new password', url: `${publicUrl}/forgot-password` }
  const usersLink = { label: 'Manage Users', url: `${publicUrl}/admin/users` }

  const compose =
    (toThePerson: MailContent, toAdmins: (email: string) => MailContent): ComposeMail =>
    async (db, recipient, about) => {
      const email = about?.userId && (await findUser(db, about.userId))?.email
      if (!email) return null
      return renderMail(email === recipient ? toThePerson : toAdmins(email), { to: recipient, site })
    }

  return {
    'admin-role-given': compose(
      {
        subject: 'You are an admin now',
        paragraphs: [
          `You were made an admin of ${brand}. To open the admin area, sign in, or enter your password once where you are signed in.`,
          'Did you not expect this? Tell the other admins, and choose a new password.',
        ],
        link: resetLink,
        because: `it is about your account at ${brand}`,
      },
      email => ({
        subject: `A new admin: ${email}`,
        paragraphs: [
          `${email} was made an admin of ${brand}.`,
          'Did you not expect this? Ask the other admins, and take the role back under Manage Users.',
        ],
        link: usersLink,
        because: `you are an admin of ${brand}`,
      }),
    ),
    'admin-role-taken': compose(
      {
        subject: 'You are no longer an admin',
        paragraphs: [
          `Your admin role at ${brand} was taken back. Your account stays as it is, but you are signed out: please sign in again.`,
          'Did you not expect this? Tell the other admins, and choose a new password.',
        ],
        link: resetLink,
        because: `it is about your account at ${brand}`,
      },
      email => ({
        subject: `No longer an admin: ${email}`,
        paragraphs: [
          `${email} is no longer an admin of ${brand}.`,
          'Did you not expect this? Ask the other admins, and give the role back under Manage Users.',
        ],
        link: usersLink,
        because: `you are an admin of ${brand}`,
      }),
    ),
  }
}
