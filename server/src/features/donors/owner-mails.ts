import { UNDO_MS } from '@blood-bank/contract/donors/verifications'
import { formatUsDate } from '../../platform/clock/local-time.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { MailContent, MailSite } from '../../platform/mail/mail-content.ts'
import { cancelMails, enqueueNotices } from '../../platform/mail/outbox.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import type { ComposeMail } from '../../platform/mail/send-mail.job.ts'
import { findDonor } from './queries.ts'
import type { Flag } from './store.ts'
import type { DonorRow } from './tables.ts'

type DonorMailKind = 'verification-changed' | 'activation-changed'

declare module '../../platform/mail/mail-kinds.ts' {
  interface MailKinds extends Record<DonorMailKind, unknown> {}
}

const KINDS: Record<Flag, DonorMailKind> = {
  isVerified: 'verification-changed',
  isProfileActive: 'activation-changed',
}

/** An undo that an admin presses at the last moment needs time to arrive. */
const AFTER_UNDO_MS = UNDO_MS + 15_000

const keyOf = (flag: Flag, id: string) => `${KINDS[flag]} ${id}`

/** Enqueues an email to each donor about a flag that an admin changed. It waits until the change can't be undone. */
export const notifyDonors = (
  db: Database,
  flag: Flag,
  { donors, causedBy }: { donors: DonorRow[]; causedBy: string },
): Promise<void> =>
  enqueueNotices(
    db,
    KINDS[flag],
    donors.map(({ id, email }) => ({
      recipient: email,
      aboutId: id,
      key: keyOf(flag, id),
    })),
    { causedBy, delayMs: AFTER_UNDO_MS },
  )

/** Cancels the emails about a flag that have not been sent to donors yet. @returns the ids of these donors */
export async function cancelUnsentNotices(db: Database, flag: Flag, ids: string[]): Promise<string[]> {
  const keys = await cancelMails(
    db,
    ids.map(id => keyOf(flag, id)),
  )
  return ids.filter(id => keys.has(keyOf(flag, id)))
}

const MISTAKE = 'If you think that this is a mistake, please contact the administrators.'

/** What a donor is told, by the value of the flag. */
const CONTENTS: Record<
  Flag,
  Record<'true' | 'false', (date: string) => Pick<MailContent, 'subject' | 'paragraphs'>>
> = {
  isVerified: {
    true: date => ({
      subject: 'You are a Verified donor',
      paragraphs: [
        `An admin marked your donor profile as Verified on ${date}.`,
        'Searches show Verified donors first. Thank you for being a donor.',
      ],
    }),
    false: date => ({
      subject: 'Your donor profile is Not Verified',
      paragraphs: [
        `An admin marked your donor profile as Not Verified on ${date}. You still appear in searches, after Verified donors.`,
        `Please check that your University ID and your blood group are right. ${MISTAKE}`,
      ],
    }),
  },
  isProfileActive: {
    true: date => ({
      subject: 'Your donor profile is Active',
      paragraphs: [
        `An admin activated your donor profile on ${date}.`,
        'While you are available to donate, you appear in searches, and we ask you when your blood is needed.',
      ],
    }),
    false: date => ({
      subject: 'Your donor profile is Inactive',
      paragraphs: [
        `An admin deactivated your donor profile on ${date}. You don't appear in searches, and we don't ask you to donate.`,
        MISTAKE,
      ],
    }),
  },
}

/**
 * The emails to donors about what an admin changed. None of them names the admin. They tell the state of the moment;
 * nothing is sent to somebody who has left, or whose verification ended with a change of the blood group.
 */
export function donorMails(site: MailSite & { timeZone: string }): Record<DonorMailKind, ComposeMail> {
  const link = { label: 'Open My Dashboard', url: `${site.publicUrl}/dashboard` }
  const because = `you are registered as a donor at ${site.brandName}`
  const compose =
    (flag: Flag, changedAtOf: (donor: DonorRow) => Date | null): ComposeMail =>
    async (db, recipient, about) => {
      const donor = about?.id ? await findDonor(db, about.id) : null
      const changedAt = donor && changedAtOf(donor)
      if (!changedAt) return null
      const content = CONTENTS[flag][`${donor[flag]}`](formatUsDate(changedAt, site.timeZone))
      return renderMail({ ...content, link, because }, { to: recipient, site })
    }
  return {
    'verification-changed': compose('isVerified', donor => donor.verificationChangedAt),
    'activation-changed': compose('isProfileActive', donor => donor.activationChangedAt),
  }
}
