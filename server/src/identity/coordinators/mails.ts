import { formatCalendarDate } from '@blood-bank/contract/donors/eligibility'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { MailContent } from '../../platform/mail/mail-content.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import type { ComposeMail } from '../../platform/mail/send-mail.job.ts'
import { type CoordinatorMailKind, coordinationForReading, findCoordinatorRow } from './store.ts'
import type { CoordinatorRow } from './tables.ts'

/** The emails to coordinators about the beginning and the end of their right. None is sent that is no longer true. */
export function coordinatorMails(
  site: Config,
  {
    now,
    findHallName,
  }: { now: () => Date; findHallName: (db: Database, id: string) => Promise<string | null> },
): Record<CoordinatorMailKind, ComposeMail> {
  const { brandName: brand, publicUrl, timeZone } = site
  const compose =
    (
      isAboutEnd: boolean,
      write: (right: { whose: string; lastDay: string }) => Omit<MailContent, 'because'>,
    ): ComposeMail =>
    async (db, recipient, about) => {
      const row = about?.userId ? await findCoordinatorRow(db, about.userId) : null
      if (!row || hasEnded(row, now()) !== isAboutEnd) return null
      const { hallId, until } = coordinationForReading(row, timeZone)
      const whose = hallId === null ? 'all halls' : await findHallName(db, hallId)
      // The hall was deleted just now, and the right with it.
      if (whose === null) return null
      const content = write({ whose, lastDay: formatCalendarDate(until) })
      return renderMail(
        { ...content, because: `it is about your account at ${brand}` },
        { to: recipient, site },
      )
    }

  return {
    'coordinator-named': compose(false, ({ whose, lastDay }) => ({
      subject: 'You are a coordinator now',
      paragraphs: [
        `An admin of ${brand} made you a coordinator for ${whose}, until the end of ${lastDay}. You can see and call the donors whom the club keeps there.`,
        'Their numbers are for calls about blood only. Please do not pass them on.',
      ],
      link: { label: 'Call donors', url: `${publicUrl}/call-donors` },
    })),
    'coordinator-ends-soon': compose(false, ({ whose, lastDay }) => ({
      subject: `You are a coordinator until ${lastDay}`,
      paragraphs: [
        `Your time as coordinator for ${whose} at ${brand} is over at the end of ${lastDay}. Please hand over to whoever comes after you.`,
        'Will you go on? Ask an admin to name you again.',
      ],
    })),
    'coordinator-ended': compose(true, () => ({
      subject: 'Your time as coordinator is over',
      paragraphs: [
        `You are no longer a coordinator at ${brand}. Your account stays as it is. Thank you for your calls.`,
        'Should you go on? Ask an admin to name you again.',
      ],
    })),
  }
}

const hasEnded = ({ endedAt, endsAt }: CoordinatorRow, now: Date) => endedAt !== null || endsAt <= now
